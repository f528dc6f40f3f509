"""`python -m ruleloom` is the command `ruleloom`."""

import sys

from ruleloom.cli import main

sys.exit(main())
