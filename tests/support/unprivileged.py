"""A process that may not read everything, also if root runs the tests."""

import ctypes
import os
from ctypes import c_uint32

import pytest

VERSION = 0x20080522  # of the interface of Linux
READING_ANYTHING = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


@pytest.fixture
def unprivileged():
    """Root may read everything, so this thread gives that up for a while. It remains the same user:
    the project may be in a folder that no other user may enter.
    """
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None)
    thread, capabilities = (c_uint32 * 2)(VERSION), (c_uint32 * 6)()  # the first are the effective
    assert libc.capget(thread, capabilities) == 0
    usual = capabilities[0]
    capabilities[0] = usual & ~READING_ANYTHING
    assert libc.capset(thread, capabilities) == 0
    yield
    capabilities[0] = usual
    assert libc.capset(thread, capabilities) == 0
