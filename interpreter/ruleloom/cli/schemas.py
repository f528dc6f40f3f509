"""`ruleloom schema`: the JSON Schema of a kind of file, for completion and checks in an editor."""

import json
from argparse import Namespace

from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.scenario import PositionModel, ScenarioFileModel
from ruleloom_dsl.schema.variant import VariantModel

MODELS: dict[str, type[LocatedModel]] = {
    "game": GameModel,
    "variant": VariantModel,
    "part": PartModel,
    "scenario": ScenarioFileModel,
    "position": PositionModel,
}


def run(arguments: Namespace) -> int:
    """Print the schema."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema |= MODELS[arguments.kind].model_json_schema(by_alias=True)
    print(json.dumps(schema, indent=None if arguments.json else 1))
    return 0
