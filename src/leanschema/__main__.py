"""`python -m leanschema`."""

import sys

from leanschema.cli import main

sys.exit(main())
