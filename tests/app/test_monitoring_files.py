"""The files that read the figures of /metrics name only figures that exist."""

import json
import re

import pytest
import yaml
from django.conf import settings as site
from prometheus_client.metrics import MetricWrapperBase

from scorekeeper.operating import metrics

ENDS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
METRICS = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
LABELS = {
    metric._name + end: set(metric._labelnames) for metric in METRICS for end in ENDS[metric._type]
}
"""The labels of each figure, by its name."""

USED = re.compile(r"(scorekeeper_[a-z_]+)(?:\{([^}]*)\})?")
BOARD = "deploy/grafana-dashboard.json"
RULES, DOCS = "deploy/alerts.yml", "docs/monitoring.md"


def text_of(name):
    return (site.BASE_DIR / name).read_text("utf-8")


def board():
    return json.loads(text_of(BOARD))


def rules():
    (group,) = yaml.safe_load(text_of(RULES))["groups"]
    return group["rules"]


def expressions():
    shown = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    return [*shown, *(rule["expr"] for rule in rules())]


def test_every_expression_names_figures_and_labels_that_exist():
    for expression in expressions():
        used = USED.findall(expression)
        assert used or expression.startswith("up{"), expression
        grouped = set(re.findall(r"[a-z]+", " ".join(re.findall(r"by \(([^)]*)\)", expression))))
        for name, selected in used:
            assert name in LABELS, expression
            assert set(re.findall(r"([a-z_]+)[=!]", selected)) <= LABELS[name], expression
            assert grouped - {"le"} <= LABELS[name], expression
            assert ("le" in grouped) == name.endswith("_bucket"), expression
        assert expression.count("(") == expression.count(")")


@pytest.mark.parametrize("name", [BOARD, DOCS])
def test_every_figure_is_on_the_dashboard_and_in_the_docs(name):
    text = text_of(name)
    assert {metric._name for metric in METRICS if metric._name not in text} == set()


def test_the_first_failure_is_noticed_though_its_figure_begins_with_it():
    """A figure is absent until something is counted, so that one count is no increase yet."""
    at_any = [rule["expr"] for rule in rules() if re.search(r"\]\)+ > 0(?![.\d])", rule["expr"])]
    assert len(at_any) == 2
    for expression in at_any:
        increase, _or, begins = expression.partition(" or ")
        (figure, window) = re.search(r"(scorekeeper_\w+\{.*\})\[(\w+)\]", increase).groups()
        assert f"({figure} unless {figure} offset {window}) > 0" in begins


def test_every_alert_is_explained_in_the_docs():
    assert {rule["alert"] for rule in rules() if rule["alert"] not in text_of(DOCS)} == set()
