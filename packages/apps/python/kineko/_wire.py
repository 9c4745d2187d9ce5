"""Lines of JSON over two pipes: docs/algorithm-protocol.md."""

import json
import os
from math import inf, nan

VERSION = 2
READY = "kineko-algorithm"

_WORDS = {"NaN": nan, "Infinity": inf, "-Infinity": -inf, "-0": -0.0, "undefined": None}


class KinekoError(Exception):
    """Base class of the errors of this package."""


class ProtocolError(KinekoError):
    """A line that is not a valid message of the protocol."""


class RequestRefused(KinekoError):
    """The engine has refused a request; the message gives the reason."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name = name


def plain(value):
    """Converts values of other packages, such as numbers and arrays of NumPy."""
    for convert in ("tolist", "_asdict"):
        method = getattr(value, convert, None)
        if callable(method):
            return method()
    raise TypeError(
        f"a message carries plain data (None, booleans, numbers, texts, lists and dicts of these), got {type(value).__name__}"
    )


_strict = json.JSONEncoder(allow_nan=False, separators=(",", ":"), default=plain).encode


def encode(message):
    """The message as a line, without its end. JSON has no NaN and no infinities, so they are escaped."""
    try:
        text = _strict(message)
    except ValueError:
        return _strict(_escaped(message))
    # A double is written as "-0.0", which every reader takes for -0.
    return text if '"$"' not in text else _strict(_escaped(message))


def decode(line):
    try:
        message = json.loads(line)
    except ValueError:
        raise ProtocolError(f"expected a line of JSON, got {line[:80]!r}") from None
    return _unescaped(message) if '"$"' in line else message


def _escaped(value):
    if isinstance(value, float):
        if value != value:
            return {"$": "NaN"}
        return {"$": "Infinity" if value > 0 else "-Infinity"} if value in (inf, -inf) else value
    if isinstance(value, dict):
        inner = {key: _escaped(item) for key, item in value.items()}
        return {"$": inner} if "$" in inner else inner
    if isinstance(value, (list, tuple)):
        return [_escaped(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, str)) else _escaped(plain(value))


def _unescaped(value):
    if isinstance(value, list):
        return [_unescaped(item) for item in value]
    if not isinstance(value, dict):
        return value
    inner = value.get("$", value)
    if isinstance(inner, dict):
        return {key: _unescaped(item) for key, item in inner.items()}
    if inner not in _WORDS:
        raise ProtocolError(f'unknown word {inner!r} in "$"')
    return _WORDS[inner]


class Channel:
    """Sends and receives lines by file descriptors."""

    def __init__(self, read_fd, write_fd):
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._lines = []
        self._begun = []
        self._unsent = []

    def tell(self, message):
        """Sends a message with the next one that is waited for."""
        self._unsent.append(encode(message))

    def send(self, message):
        self._unsent.append(encode(message))
        data = ("\n".join(self._unsent) + "\n").encode()
        self._unsent.clear()
        sent = os.write(self._write_fd, data)
        while sent < len(data):
            sent += os.write(self._write_fd, data[sent:])

    def receive(self):
        """The next message; None if the other side has closed."""
        while not self._lines:
            data = os.read(self._read_fd, 1 << 16)
            if not data:
                return None
            *whole, rest = data.split(b"\n")
            if whole:
                whole[0] = b"".join([*self._begun, whole[0]])
                self._begun = [rest] if rest else []
                whole.reverse()
                self._lines = whole
            else:
                self._begun.append(rest)
        return decode(self._lines.pop().decode())

    def close(self):
        for fd in (self._write_fd, self._read_fd):
            os.close(fd)
