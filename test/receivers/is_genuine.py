import hashlib
import hmac
import json
from datetime import datetime, timedelta, timezone


def is_genuine(body: bytes, headers: dict[str, str], secret: str) -> bool:
    """body: the bytes of the request, before anything parses them; headers: names in lower case"""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = headers.get("x-webhook-signature", "")
    if not hmac.compare_digest(given.encode(), expected.encode()):
        return False
    sent = datetime.fromisoformat(json.loads(body)["timestamp"].replace("Z", "+00:00"))
    return abs(datetime.now(timezone.utc) - sent) < timedelta(minutes=5)
