from tests.mutants.mutant import FAULTS, ROOT, SAMPLE, read


def test_the_lines_and_the_tests_of_every_mutant_are_there():
    for mutant in (*read(SAMPLE), *read(FAULTS)):
        missing = [name for name in (mutant.path, *mutant.tests) if not (ROOT / name).exists()]
        assert not missing, f"Name what is in their place:\n{mutant}"
        source = (ROOT / mutant.path).read_text()
        assert mutant.index(source) is not None, f"Change these lines here, too:\n{mutant}"
