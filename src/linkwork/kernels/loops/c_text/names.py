"""Identifiers for C: valid, not taken by the language or its libraries, and each given out once; and numbers."""

from __future__ import annotations

import math
import re

from ..kinds import BOOL_KIND, FLOAT_KIND, INT_KIND, NONE_KIND, ArrayKind, LoopKind, Number, Several, Struct, width

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
"""
_LIBM = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim
    finite floor fma fmax fmin fmod frexp gamma hypot ilogb isinf isnan j0 j1 jn ldexp lgamma lgamma_r llrint
    llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow pow10 remainder
    remquo rint round scalb scalbln scalbn significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
"""
_MACROS = """
    fpclassify isfinite isgreater isgreaterequal isless islessequal islessgreater isnormal isunordered signbit
    signgam DOMAIN FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HUGE HUGE_VAL HUGE_VALF HUGE_VALL INFINITY
    MAXFLOAT NAN OVERFLOW PLOSS SING TLOSS UNDERFLOW X_TLOSS double_t float_t errno NULL EOF linux unix i386 M_1_PI
    M_2_PI M_2_SQRTPI M_E M_LN10 M_LN2 M_LOG10E M_LOG2E M_PI M_PI_2 M_PI_4 M_SQRT1_2 M_SQRT2
"""
_LIBRARIES = """
    abort abs accept access alarm alloca asctime assert atexit atof atoi atol bind bcmp bcopy bsearch bzero calloc
    chdir clearerr clock close connect creat ctime difftime div dup execl execv exit fclose feof ferror fflush ffs
    fgetc fgets fopen fork fprintf fputc fputs fread free freopen fscanf fseek ftell fwrite getc getchar getenv gets
    gmtime index isalnum isalpha isdigit islower isprint ispunct isspace isupper kill labs ldiv link listen
    localtime longjmp lseek main malloc memchr memcmp memcpy memmove memset mktime open pause perror pipe printf
    putc putchar puts qsort raise rand read realloc recv remove rename rewind rindex scanf select send setbuf setjmp
    shutdown signal sleep socket sprintf srand sscanf stat strcat strchr strcmp strcpy strlen strncpy strstr strtod
    strtol system time tmpfile tolower toupper truncate umask ungetc unlink va_arg vprintf wait write
"""
_TYPES = """
    blkcnt blksize char16 char32 char8 clock clockid cnd dev div double errno float fpos gid id imaxdiv ino int16 int32
    int64 int8 int_fast16 int_fast32 int_fast64 int_fast8 int_least16 int_least32 int_least64 int_least8 intmax intptr
    key ldiv lldiv locale max_align mbstate mode mtx nlink nullptr off once_flag pid pthread ptrdiff rsize sem
    sig_atomic size socklen ssize suseconds thrd time timer tss uid uint16 uint32 uint64 uint8 uint_fast16 uint_fast32
    uint_fast64 uint_fast8 uint_least16 uint_least32 uint_least64 uint_least8 uintmax uintptr wchar wctrans wctype wint
"""
C_TYPES = frozenset(_TYPES.split())
"""Names of which the libraries have a type, `name_t`, already."""
C_WORDS = frozenset([*_KEYWORDS.split(), *_MACROS.split()])
"""Words that nothing can be called by, not even a member of a structure."""
C_RESERVED = frozenset([*C_WORDS, *_LIBRARIES.split()] + [n + s for n in _LIBM.split() for s in ("", "f", "l")])
"""Names that C, C++, math.h or the usual libraries hold already."""

# Values are called v0, v1, …, and live in `work` between parts.
_OWN = re.compile(r"v\d+|work")


class Names:
    """Gives out C identifiers, each once; those inside a function are others than those outside."""

    def __init__(self, outer: Names | None = None) -> None:
        self._taken: set[str] = set() if outer is None else set(outer._taken)

    def fresh(self, wanted: str) -> str:
        """An identifier as close to `wanted` as C allows."""
        base = name = identifier(wanted)
        count = 1
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name


def identifier(wanted: str) -> str:
    """`wanted` as a C identifier: ASCII, no leading underscore or digit, nothing that is taken."""
    # The derivative of an opaque function carries a prime.
    text = "".join(c if c == "_" or (c.isascii() and c.isalnum()) else _spelled(c) for c in wanted).lstrip("_") or "f"
    if text[0].isdigit():
        text = f"f{text}"
    return f"{text}_" if text in C_RESERVED or _OWN.fullmatch(text) else text


def _spelled(character: str) -> str:
    if character == "'":
        return "_jacobian"
    return "_" if character.isascii() else f"u{ord(character):x}"


def c_literal(value: float) -> str:
    """A number in C, exact to the last bit; negative ones in parentheses."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "(-INFINITY)"
    text = repr(value) if value.is_integer() and abs(value) < 2**53 else value.hex()
    return f"({text})" if text.startswith("-") else text


def comment(text: str) -> str:
    """A text as a comment of its own."""
    return f"/* {text.replace('*/', '* /')} */\n"


def remark(text: str) -> str:
    """`text` made harmless inside a comment."""
    return re.sub(r"[^\w .,'()-]", "_", text)


_NUMBERS: dict[LoopKind, str] = {FLOAT_KIND: "double", INT_KIND: "int64_t", BOOL_KIND: "bool", NONE_KIND: "void"}
_ITEMS = {
    "float64": ("double", "Doubles"),
    "int64": ("int64_t", "Ints"),
    "int32": ("int32_t", "Int32s"),
    "int8": ("int8_t", "Int8s"),
    "uint8": ("uint8_t", "Uint8s"),
    "bool": ("bool", "Bools"),
}
"""NumPy's names of the numbers in arrays: the C type, and the name of arrays of it."""
ARRAY_START = "at"
"""The member of an array that points to its first number."""


def array_length(axis: int) -> str:
    """The member of an array that is the length of an axis."""
    return f"n{axis}"


def item_type(kind: ArrayKind) -> str:
    """The C type of an array's numbers."""
    return _ITEMS[kind.item][0]


def member(name: str) -> str:
    """The member of a structure for the field of a named tuple."""
    return f"{name}_" if name in C_WORDS else name


class CKinds:
    """Gives kinds their C types, and keeps the definitions of those that C does not have, in the order of need."""

    def __init__(self, names: Names, prefix: str = "") -> None:
        self._names, self._prefix = names, prefix
        self._known: dict[LoopKind, str] = {}
        self.definitions: list[str] = []

    def value(self, kind: LoopKind) -> str:
        """The type of a value that is handed over: a structure by its address."""
        return f"const {self.type(kind)} *" if isinstance(kind, Struct) else self.type(kind)

    def declared(self, kind: LoopKind, name: str) -> str:
        """The declaration of a name."""
        text = self.value(kind)
        return f"{text}{name}" if text.endswith("*") else f"{text} {name}"

    def type(self, kind: LoopKind) -> str:
        """The C type itself, defined where it was not yet."""
        if isinstance(kind, Number):
            return _NUMBERS[kind]
        if kind not in self._known:
            self._known[kind] = self._defined(kind)
        return self._known[kind]

    def _defined(self, kind: LoopKind) -> str:
        if isinstance(kind, ArrayKind):
            wanted = f"{_ITEMS[kind.item][1]}{kind.axes if kind.axes > 1 else ''}"
            lengths = ", ".join(array_length(axis) for axis in range(kind.axes))
            lines = [f"{item_type(kind)} *{ARRAY_START};", f"int64_t {lengths};"]
        elif isinstance(kind, Struct):
            wanted = kind.name
            lines = [f"{self.declared(part, member(name))};" for name, part in kind.fields if width(part)]
        else:
            assert isinstance(kind, Several)
            wanted = "_".join(["Pair" if len(kind.parts) == 2 else "Several", *(part.name for part in kind.parts)])
            lines = [f"{_NUMBERS[part]} {member_of_several(k)};" for k, part in enumerate(kind.parts)]
        name = self._names.fresh(f"{self._prefix}{wanted}")
        body = "\n".join(f"    {line}" for line in lines)
        self.definitions.append(f"typedef struct {{\n{body}\n}} {name};\n")
        return name


def member_of_several(place: int) -> str:
    """The member of what a function that returns several numbers returns."""
    return ("first", "second", "third", "fourth", "fifth", "sixth")[place]
