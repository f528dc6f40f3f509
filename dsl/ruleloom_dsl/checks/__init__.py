"""Checks of whole rulesets, each of which reports what it finds.

Those in CHECKS look at one configuration; the others compare configurations, or a game with its variants.
"""

from ruleloom_dsl.checks.choices import check_choices
from ruleloom_dsl.checks.decks import check_decks
from ruleloom_dsl.checks.flow import check_flow
from ruleloom_dsl.checks.sentences import check_sentences
from ruleloom_dsl.checks.size import check_size
from ruleloom_dsl.checks.truth import check_truth
from ruleloom_dsl.checks.visibility import check_faces, check_visibility
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.resolve.build import Resolved

CHECKS = (
    check_flow,
    check_truth,
    check_decks,
    check_size,
    check_faces,
    check_visibility,
    check_choices,
    check_sentences,
)


def check_configuration(resolved: Resolved, report: Report) -> None:
    """Run every check of one configuration."""
    for check in CHECKS:
        check(resolved, report)
