"""The list of entries that wait on a phone, which its scripts fill in."""

from scorekeeper.pages.fragments import render_fragment


def render_outbox_list(url: str, may_change: bool) -> str:
    """`url`: of the table whose entries it lists; "" for those of all tables. `may_change`: whether
    they can be changed there.
    """
    return render_fragment("entry/_outbox_list.html", url=url, may_change=may_change)
