-- What the library does not have.
-- ==
-- error: did you mean import "/prelude/soacs"
import "/prelude/soac"
