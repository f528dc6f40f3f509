"""The C that packs the cells by which states differ into words, and that says who decides."""

from collections.abc import Iterator

from ruleloom.engines.identity import Identity, Part
from ruleloom.engines.native.layout import mask_width, member
from ruleloom.lower.plan import Plan

_WORD = 64
_EIGHT = """/* Eight bytes, each 0 or 1, as eight bits. */
UNUSED static inline uint64_t eight(const int8_t *cells)
{
    uint64_t bytes;
    memcpy(&bytes, cells, sizeof bytes);
    return bytes * UINT64_C(0x0102040810204080) >> 56;
}"""


class _Packer:
    """Puts cells into words, none across two of them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[list[str]] = [[]]
        self._used = 0

    def put(self, cell: str, bits: int) -> None:
        """Add a cell of so many bits."""
        if self._used + bits > _WORD:
            self.words.append([])
            self._used = 0
        shifted = f"(uint64_t)({cell})" + (f" << {self._used}" if self._used else "")
        self.words[-1].append(shifted)
        self._used += bits


def print_keys(plan: Plan, identity: Identity) -> str:
    """`KEY_WORDS`, `write_key` and `mover`."""
    packed = {pc: _packed(plan, number, parts) for number, (pc, parts) in enumerate(identity.parts.items())}
    words = max((len(packer.words) for packer in packed.values()), default=1)
    return "\n".join([f"#define KEY_WORDS {words}", "", _EIGHT, "", *_writer(packed, words), "", *_mover(identity)])


def _packed(plan: Plan, number: int, parts: tuple[Part, ...]) -> _Packer:
    packer = _Packer()
    packer.put(f"{number}u", 8)
    for part in parts:
        _put(packer, plan, part)
    return packer


def _put(packer: _Packer, plan: Plan, part: Part) -> None:
    field, name = part.field, f"s->{member(part.field.name)}"
    cells = [name] if field.size is None else [f"{name}[{at}]" for at in range(field.size)]
    eights = len(cells) // 8 * 8 if (field.kind, field.low, field.high, part.length) == ("int", 0, 1, "") else 0
    for at in range(0, eights, 8):
        packer.put(f"eight({name} + {at})", 8)
    for at, cell in enumerate(cells[eights:], start=eights):
        if field.kind == "mask":
            packer.put(cell, min(_WORD, plan.mask_bits))
            if mask_width(plan) > _WORD:
                packer.put(f"{cell} >> {_WORD}", _WORD)
            continue
        shifted = f"{cell} - ({field.low}LL)" if field.low else cell
        if part.length:
            shifted = f"{_inside(plan, part, at)} ? {shifted} : 0"
        packer.put(shifted, (field.high - field.low).bit_length())


def _inside(plan: Plan, part: Part, at: int) -> str:
    """Whether a cell of a sequence counts."""
    stretch = max(number for number, start in enumerate(part.starts[:-1]) if start <= at)
    single = next(each for each in plan.fields if each.name == part.length).size is None
    length = f"s->{member(part.length)}" + ("" if single else f"[{stretch}]")
    return f"{at - part.starts[stretch]} < {length}"


def _writer(packed: dict[int, _Packer], words: int) -> Iterator[str]:
    yield "static inline void write_key(const State *s, uint64_t *key)"
    yield "{"
    yield "    switch (s->pc) {"
    for pc, packer in packed.items():
        yield f"    case {pc}:"
        for word in range(words):
            cells = packer.words[word] if word < len(packer.words) else []
            yield f"        key[{word}] = " + ("\n            | ".join(cells) or "0") + ";"
        yield "        return;"
    yield "    default: memset(key, 0, KEY_WORDS * sizeof *key);"
    yield "    }"
    yield "}"


def _mover(identity: Identity) -> Iterator[str]:
    yield "static inline int mover(const State *s)"
    yield "{"
    yield "    switch (s->pc) {"
    yield from (f"    case {pc}: return s->{member(field)};" for pc, field in identity.movers.items())
    yield "    default: return -1;"
    yield "    }"
    yield "}"
