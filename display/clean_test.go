package display

import (
	"encoding/json"
	"math"
	"testing"
)

func TestClean(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	b := Text("nan").With("application/vnd.vega-lite.v5+json", map[string]any{"values": []map[string]float64{{"x": 1, "y": nan}}, "domain": [2]float32{0, float32(inf)}}).
		With(MIMEJSON, &[]any{nan, "NaN", nil, 2.5}).With("application/x+json", func() {}).With(MIMEPNG, []byte{1})
	b.Metadata = map[string]any{"width": nan, "height": 3}
	text, err := json.Marshal(b.Clean())
	const want = `{"Data":{"application/json":[null,"NaN",null,2.5],"application/vnd.vega-lite.v5+json":{"domain":[0,null],"values":[{"x":1,"y":null}]},` +
		`"image/png":"AQ==","text/plain":"nan"},"Metadata":{"height":3,"width":null}}`
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s, want\n%s", err, text, want)
	}
}
