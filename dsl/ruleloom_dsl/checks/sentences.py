"""Every element that the rules execute has a sentence."""

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.schema.statements import ChooseModel, MayModel, TogetherModel

NEED_NONE = ("component", "board", "zone", "variable", "order", "term", "step")


def check_sentences(resolved: Resolved, report: Report) -> None:
    """Warn of each executed element without a sentence: it can be played, and not yet be read.

    A choice needs none: its moves have theirs.
    """
    pending = resolved.build.pending
    for element in resolved.elements:
        is_choice = isinstance(pending[element.key].model, ChooseModel | MayModel | TogetherModel)
        if element.text is None and element.kind not in NEED_NONE and not is_choice:
            message = f"{element.key} has no sentence"
            report.warning(Code.MISSING_TEXT, message, element.span, help="add text")
