"""The games of the project: those with tests of their own in tests/rules/.

Another folder in games/ is that of a newcomer's game, which needs neither translations nor a page
of rules, nor a sample.
"""

from pathlib import Path

from games.registry import folders

RULES = Path(__file__).parents[1] / "rules"
SHIPPED = [slug for slug in folders() if (RULES / slug).is_dir()]
NEWCOMERS = folders().keys() - SHIPPED
