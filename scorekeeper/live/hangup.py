"""Ending streams when the server ends: uvicorn would wait for them as it waits for answers under way."""

from uvicorn.protocols.http.h11_impl import H11Protocol


class HangsUp(H11Protocol):
    def shutdown(self) -> None:
        super().shutdown()
        if self.scope and self.scope["path"].startswith("/live/"):
            self.transport.close()
