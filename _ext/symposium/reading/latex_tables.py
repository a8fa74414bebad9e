"""Tables of the LaTeX decoder: accents, letters, symbols and commands."""

from __future__ import annotations

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "r": "\u030a", "c": "\u0327",
    "k": "\u0328", "d": "\u0323", "b": "\u0331", "G": "\u030f", "U": "\u030e", "f": "\u0311",
    "h": "\u0309", "t": "\u0361",
}  # fmt: skip
"""The names of accent commands, each with its combining character."""

STANDALONE = {
    "`": "`", "'": "´", "^": "^", "~": "~", '"': "¨", "=": "¯", ".": "˙", "u": "˘", "v": "ˇ",
    "H": "˝", "r": "˚", "c": "¸", "k": "˛",
}  # fmt: skip
"""The character of an accent over nothing (``\\~{}`` is how a tilde is typed)."""

LETTERS = {
    "i": "ı", "j": "ȷ", "ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "dj": "đ", "DJ": "Đ",
    "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ", "ij": "ĳ", "IJ": "Ĳ",
    "imath": "ı", "jmath": "ȷ", "textschwa": "ə",
}  # fmt: skip

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ",
    "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω",
}  # fmt: skip

MATHS = {
    "times": "×", "div": "÷", "pm": "±", "mp": "∓", "cdot": "·", "ast": "∗", "star": "⋆",
    "circ": "∘", "bullet": "•", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "propto": "∝", "ll": "≪",
    "gg": "≫", "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏", "int": "∫",
    "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩",
    "emptyset": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "wedge": "∧", "vee": "∨",
    "rightarrow": "→", "to": "→", "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒",
    "Leftarrow": "⇐", "Leftrightarrow": "⇔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
    "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "angle": "∠", "perp": "⊥",
    "parallel": "∥", "oplus": "⊕", "otimes": "⊗", "dagger": "†", "ddagger": "‡", "prime": "′",
    "langle": "⟨", "rangle": "⟩", "lbrace": "{", "rbrace": "}", "vert": "|", "mid": "|",
    "degree": "°", "setminus": "∖", "diamond": "⋄", "triangle": "△", "square": "□",
    "cdots": "⋯", "sharp": "♯", "flat": "♭", "natural": "♮",
}  # fmt: skip
"""Symbols of maths that people type outside of it."""

SYMBOLS = {
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’",
    "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'",
    "textquotedbl": '"', "lq": "‘", "rq": "’", "quotesinglbase": "‚", "quotedblbase": "„",
    "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»",
    "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»",
    "guilsinglleft": "‹", "guilsinglright": "›", "textexclamdown": "¡", "textquestiondown": "¿",
    "textinterrobang": "‽", "textinterrobangdown": "⸘",
    "ldots": "…", "dots": "…", "textellipsis": "…", "textasciitilde": "~",
    "textasciicircum": "^", "textasciimacron": "¯",
    "textasciigrave": "`", "textasciiacute": "´", "textbackslash": "\\",
    "backslash": "\\", "textbar": "|", "textless": "<", "textgreater": ">", "lt": "<", "gt": ">",
    "textbraceleft": "{", "textbraceright": "}", "textunderscore": "_", "texthyphen": "-",
    "textdollar": "\\$", "textperiodcentered": "·", "textbullet": "•", "textasteriskcentered": "∗",
    "textdagger": "†", "dag": "†", "textdaggerdbl": "‡", "ddag": "‡", "S": "§", "P": "¶",
    "textsection": "§", "textparagraph": "¶", "copyright": "©", "textcopyright": "©",
    "textregistered": "®", "texttrademark": "™", "textservicemark": "℠", "pounds": "£",
    "textsterling": "£", "euro": "€", "texteuro": "€", "textyen": "¥", "textcent": "¢",
    "textdegree": "°", "textcelsius": "℃", "textmu": "µ", "micro": "µ", "textohm": "Ω",
    "textpm": "±", "texttimes": "×", "textdiv": "÷", "textonehalf": "½", "textonequarter": "¼",
    "textthreequarters": "¾", "textonesuperior": "¹", "texttwosuperior": "²",
    "textthreesuperior": "³", "textordfeminine": "ª", "textordmasculine": "º", "textnumero": "№",
    "textrightarrow": "→", "textleftarrow": "←", "textperthousand": "‰", "checkmark": "✓",
    "textvisiblespace": "␣", "slash": "/", "space": " ", "quad": " ", "qquad": " ",
    "enspace": " ", "thinspace": "\u2009", "nobreakspace": "\u00a0",
    "newline": " ", "linebreak": " ", "par": "\n\n", "ElsevierGlyph": "",
}  # fmt: skip
"""Control words for text; white space after them belongs to the command."""

LOGOS = {
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX",
    "XeLaTeX": "XeLaTeX", "LuaTeX": "LuaTeX", "LuaLaTeX": "LuaLaTeX", "ConTeXt": "ConTeXt",
    "MF": "METAFONT", "AmS": "AMS", "AMS": "AMS", "eTeX": "eTeX", "pdfTeX": "pdfTeX",

}  # fmt: skip
"""Like symbols, but a space after them is kept: everybody forgets the braces here."""

WORDS = SYMBOLS | MATHS | GREEK | LETTERS
"""Every control word for text that swallows the white space after it."""

CHARACTERS = {
    "&": "&", "%": "%", "_": "_", "#": "#", "{": "{", "}": "}", "$": "\\$", " ": " ", "\n": " ",
    "\t": " ", "\r": " ", "\\": " ", "/": "", "-": "", ",": "\u2009", ";": " ", ":": " ",
    ">": " ", "!": "", "@": "", "|": "‖", "*": "",
}  # fmt: skip
"""Control symbols: a backslash and one character that is not a letter."""

TRANSPARENT = frozenset({
    "emph", "textbf", "textit", "texttt", "textsc", "textsl", "textsf", "textrm", "textup",
    "textmd", "textnormal", "textlf", "textsw", "text", "mbox", "hbox", "fbox", "makebox",
    "underline", "uline", "mkbibemph", "mkbibbold", "mathrm",
    "lowercase", "uppercase", "MakeUppercase", "MakeLowercase", "MakeTextUppercase",
    "NoCaseChange", "nocase", "it", "em", "bf", "tt", "sc", "sl", "sf", "rm", "itshape",
    "slshape", "scshape", "upshape", "bfseries", "mdseries", "ttfamily", "sffamily",
    "rmfamily", "normalfont", "normalsize", "small", "footnotesize", "scriptsize", "tiny",
    "large", "Large", "relax", "protect", "ignorespaces", "noindent", "xspace",
    "allowbreak", "nolinebreak", "nobreak", "hfill", "hfil", "unskip", "sloppy",
    "selectfont", "bibnamedelima", "bibinitperiod", "displaystyle", "textstyle", "nocorr",
    "left", "right", "big", "Big", "smash", "leavevmode", "isdot", "autocap",
})  # fmt: skip
"""Commands for the look of text, which are dropped; their text stays."""

ENCLOSING = {"mkbibparens": "()", "mkbibbrackets": "[]", "enquote": "“”", "mkbibquote": "“”"}
"""Commands that put signs around their argument."""

DROPPED_ARGUMENT = frozenset({
    "href", "textcolor", "color", "noopsort", "NOOP", "noop", "SortNoop", "sortnoop",
    "label", "vspace", "hspace", "raisebox", "foreignlanguage", "selectlanguage",
})  # fmt: skip
"""Commands whose first argument is no text and is dropped."""

VERBATIM_ARGUMENT = frozenset({"url", "path", "nolinkurl", "verb", "detokenize"})
"""Commands whose argument is text as typed."""

RAISED = dict(zip("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", strict=True))
LOWERED = dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True))
SHIFTED = {"textsuperscript": RAISED, "sp": RAISED, "textsubscript": LOWERED, "sb": LOWERED}
"""Commands that raise or lower; an argument without such characters stays on the line."""
