package core_test

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/verify"
)

// everything holds each node once at least; it prints back to itself.
const everything = `fun f (n_1: i64) (x_2: f64) : (m_3: i64) (y_4: [m_3]f64) =
  let (r_5: [n_1]f64) = replicate [n_1] x_2
  in (n_1, r_5)

fun main (n_1: i64) (m_2: i64) (xs_3: [n_1]f64) (is_4: [n_1]i64) (mat_5: [n_1][m_2]f64) (b_6: bool) : (r_7: f64) =
  let (a_8: f64) = use -1.5f64
  let (c_9: [n_1]f64) = copy xs_3
  let (s_10: f64) = mul.f64 a_8 f64.inf
  let (i_11: f64) = mat_5[0i64, 1i64]
  let (row_12: [m_2]f64) = mat_5[0i64]
  let (sl_13: [2i64]f64) = xs_3[0i64 : 2i64 : 1i64]
  let (u_14: [n_1]f64) = c_9 with [0i64] = s_10
  let (u_15: [n_1]f64) = u_14 with [0i64 : 2i64 : 1i64] = sl_13
  let (io_16: [n_1]i32) = iota.i32 n_1 0i32 2i32
  let (rp_17: [n_1][m_2]f64) = replicate [n_1] row_12
  let (sc_18: [n_1][m_2]i32) = scratch [n_1][m_2]i32
  let (al_19: [2i64][m_2]f64) = [row_12, row_12] : [m_2]f64
  let (cc_20: [4i64]f64) = concat 4i64 (sl_13, sl_13)
  let (tr_21: [m_2][n_1]f64) = rearrange (1, 0) mat_5
  let (nm_22: i64) = mul.i64 n_1 m_2
  let (rs_23: [nm_22]f64) = reshape [nm_22] mat_5
  let (rv_24: [n_1]f64) = reverse xs_3
  let (ro_25: [n_1]f64) = rotate 1i64 xs_3
  let () = assert b_6 "bad \"%d\"" (n_1)
  let (if_26: f64) = if b_6 then
      let (k_27: f64) = add.f64 a_8 s_10
      in (k_27)
    else
      in (a_8)
  let (lo_28: f64) (lp_29: [n_1]f64) = loop #["unroll", "stripmine(3)"] (p_30: f64 = 0.0f64) (q_31: [n_1]f64 = u_15) for (k_32: i64) < n_1 do
      let (v_33: f64) = xs_3[k_32]
      let (w_34: f64) = add.f64 p_30 v_33
      let (z_35: [n_1]f64) = q_31 with [k_32] = w_34
      in (w_34, z_35)
  let (wh_36: i64) = loop (p_37: i64 = 0i64) while
      let (t_38: bool) = lt.i64 p_37 n_1
      in (t_38)
    do
      let (t_39: i64) = add.i64 p_37 1i64
      in (t_39)
  let (mp_40: [n_1]f64) (mq_41: [n_1]i64) = map n_1 (xs_3, is_4) (\(x_42: f64) (j_43: i64) : (f64, i64) ->
      let (y_44: f64) = mul.f64 x_42 a_8
      in (y_44, j_43))
  let (re_45: f64) = reduce n_1 (xs_3) (0.0f64) (\(x_46: f64) (y_47: f64) : (f64) ->
      let (z_48: f64) = add.f64 x_46 y_47
      in (z_48))
  let (rc_49: f64) = reduce_comm n_1 (xs_3) (0.0f64) (\(x_50: f64) (y_51: f64) : (f64) ->
      let (z_52: f64) = add.f64 x_50 y_51
      in (z_52))
  let (sa_53: [n_1]f64) = scan n_1 (xs_3) (0.0f64) (\(x_54: f64) (y_55: f64) : (f64) ->
      let (z_56: f64) = add.f64 x_54 y_55
      in (z_56))
  let (h_57: [n_1]f64) = hist n_1 (lp_29) (is_4) (xs_3) (0.0f64) (\(x_58: f64) (y_59: f64) : (f64) ->
      let (z_60: f64) = add.f64 x_58 y_59
      in (z_60))
  let (st_61: [n_1]f64) = scatter_distinct n_1 (h_57) (is_4) (xs_3)
  let (wa_62: [n_1]f64) (wb_63: f64) = with_acc (acc_1 st_61 0.0f64 (\(x_64: f64) (y_65: f64) : (f64) ->
      let (z_66: f64) = add.f64 x_64 y_65
      in (z_66))) (\(c_67: acc acc_1 [n_1]f64) : (acc acc_1 [n_1]f64, f64) ->
      let (d_68: acc acc_1 [n_1]f64) = map n_1 (c_67; is_4, xs_3) (\(e_69: acc acc_1 [n_1]f64) (j_70: i64) (x_71: f64) : (acc acc_1 [n_1]f64) ->
          let (g_72: acc acc_1 [n_1]f64) = update_acc e_69 [j_70] x_71
          in (g_72))
      in (d_68, a_8))
  let (jv_73: f64) (jt_74: f64) = jvp (\(x_75: f64) : (f64) -> in (x_75)) (a_8) (1.0f64)
  let (vv_76: f64) (vt_77: [n_1]f64) = vjp vec n_1 (\(x_78: f64) : (f64) -> in (x_78)) (a_8) (xs_3)
  let (cu_79: f64) = custom_vjp (\(x_80: f64) : (f64) -> in (x_80)) (\(y_81: f64) (z_82: f64) : (f64) -> in (z_82)) (a_8)
  let () = trace "x = %d, xs = %d" (a_8, xs_3)
  let (l_83: i64) (ca_84: [l_83]f64) = call f (n_1, a_8)
  in (re_45)
`

func parse(t *testing.T, text string) *core.Prog {
	t.Helper()
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	p := parse(t, everything)
	if err := verify.Prog(p); err != nil {
		t.Error(err)
	}
	got := core.Canon(p)
	if got != core.Canon(parse(t, core.Print(p))) {
		t.Error("printing and parsing changes the program")
	}
	if got2 := core.Canon(parse(t, got)); got2 != got {
		t.Error("canonical text is not a fixed point")
	}
	// Numbers of the literal above start again in each function; compare without them.
	if a, b := noNumbers(got), noNumbers(everything); a != b {
		t.Errorf("printed:\n%s", firstDiff(a, b))
	}
}

func noNumbers(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '_' {
			j := i + 1
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			if j > i+1 {
				i = j - 1
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

func firstDiff(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return as[i] + "\nwant:\n" + bs[i]
		}
	}
	return a
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "core:1:1: a program needs a function"},
		{"fun main : (r: f64) =\n  in (x)", `core:2:7: variable "x" is not in scope`},
		{"fun main : =\n  let (a: f65) = use 1.0 in ()", `core:2:11: expected a primitive type, found "f65"`},
		{"fun main : =\n  let (a: f64) = foo.f64 1.0 in ()", `core:2:18: there is no operator "foo"`},
		{"fun main : =\n  let (a: f64) = add.f64 1.0 in ()", `core:2:30: expected a variable or constant, found "in"`},
		{"fun main : = let (a: f64) = call g () in ()", `core:1:34: function "g" is not defined`},
		{"fun main : = let (a: f64) = copy 1 in ()", `core:1:34: expected a variable, found the constant "1"`},
		{"fun main : = let (a: i8) = use 300i8 in ()", "core:1:32: "},
		{"fun main : = let (a: f64) = use a in ()", `core:1:33: variable "a" is not in scope`},
		{"fun main : = in () fun main : = in ()", `core:1:24: function "main" is defined twice`},
		{"fun main : = in (", `core:1:18: expected a variable or constant, found ""`},
		{"fun main : = in %", "core:1:17: unexpected character '%'"},
		{"fun main (c: acc acc_1 [2]f64) : = in ()", `core:1:18: accumulator "acc_1" is not in scope`},
		{`fun main : = let () = assert true "x`, "core:1:35: string without end"},
	} {
		_, err := core.Parse(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(everything)
	f.Add("fun \"a b\" : = in () fun main (n: i64) : (y: i64) = let (y: i64) = call \"a b\" () in (y)")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := core.Parse(text)
		if err != nil {
			return
		}
		text1 := core.Canon(p)
		q, err := core.Parse(core.Print(p))
		if err != nil {
			t.Fatalf("printed text does not parse: %v\n%s", err, text1)
		}
		if text2 := core.Canon(q); text1 != text2 {
			t.Fatalf("round trip changes\n%s\nto\n%s", text1, text2)
		}
		_ = verify.Prog(p) // must not crash
	})
}

func TestHelpers(t *testing.T) {
	p := parse(t, `fun main (xs: [2]f64) : (s: f64) =
  let (s: f64) = reduce 2 (xs) (0.0) (\(a: f64) (b: f64) : (f64) -> let (c: f64) = sub.f64 a b in (c))
  in (s)`)
	fn := p.Entry().Body.Stms[0].Exp.(*core.Reduce).Fn
	if _, ok := core.IsBinOp(fn); !ok {
		t.Error("sub is a binary operator")
	}
	flip := core.FlipArgs(fn)
	if _, ok := core.IsBinOp(flip); ok {
		t.Error("flipped sub is not sub")
	}
	want := "(\\(b_1: f64) (a_2: f64) : (f64) ->\n  let (c_3: f64) = sub.f64 a_2 b_1\n  in (c_3))"
	if got := core.CanonLambda(flip); got != want {
		t.Errorf("flipped: %s", got)
	}
	if got := core.CanonLambda(core.IdentityLambda([]core.Type{core.I64})); got != "(\\(p_1: i64) : (i64) -> in (p_1))" {
		t.Errorf("identity: %s", got)
	}
}
