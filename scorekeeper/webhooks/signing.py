"""Signs messages as https://www.standardwebhooks.com says."""

import base64
from datetime import datetime

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook as Signer

from scorekeeper.models import Webhook

PREFIX = "whsec_"


def secret_of(webhook: Webhook) -> str:
    """256 bits, derived from the server's key and the nonce, which changes when it is renewed."""
    seed = f"{webhook.pk}.{webhook.nonce}"
    key = salted_hmac("scorekeeper.webhook", seed, algorithm="sha256").digest()
    return PREFIX + base64.b64encode(key).decode()


def signature_headers(webhook: Webhook, message: str, body: str, now: datetime) -> dict[str, str]:
    """The headers by which a receiver knows who sent this, when, and whether it came before."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret_of(webhook)).sign(message, now, body),
    }
