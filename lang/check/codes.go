package check

// The codes of the checker's diagnostics. They are stable: tests and documentation refer to them.
const (
	codeUnknown     = "E0201" // unknown name
	codeUnknownType = "E0202" // unknown type
	codeUnknownMod  = "E0203" // unknown module
	codeDuplicate   = "E0204" // name bound twice in one pattern or definition
	codeTypeArgs    = "E0205" // wrong number or kind of type arguments
	codeMismatch    = "E0301" // type mismatch
	codeNotFunction = "E0302" // applied to too many arguments
	codeClass       = "E0303" // operator not defined for the type
	codeField       = "E0304" // record without the field
	codeConstr      = "E0305" // sum type without the constructor
	codeAmbiguous   = "E0306" // type not determined
	codeFunction    = "E0307" // function where none may be
	codeCycle       = "E0308" // infinite type
	codeMatch       = "E0309" // match that misses cases
	codeRefutable   = "E0310" // pattern that may fail where it must not
	codeLiteral     = "E0311" // literal outside its type
	codeEntry       = "E0312" // illegal entry point
	codeAttr        = "E0313" // malformed attribute or primitive
	codeSize        = "E0401" // size mismatch
	codeEscape      = "E0402" // size not known where it is needed
	codeBadSize     = "E0403" // expression that can't be a size
	codeAnySize     = "E0404" // anonymous size where none may be
	codeConsumed    = "E0501" // used after being consumed
	codeNotOwned    = "E0502" // consumes what may not be consumed
	codeAliased     = "E0503" // unique result aliases something
	codeUniqueFun   = "E0504" // function type's uniqueness does not fit
	codeSelfAlias   = "E0505" // update with a value that aliases the array
	codeModule      = "E0601" // wrong use of a module
	codeUnsupported = "E0701" // legal Futhark that Raido can't do yet
)
