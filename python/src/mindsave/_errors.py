"""The exceptions: one class a kind, all of them :class:`MindSaveError`."""

from __future__ import annotations


class MindSaveError(Exception):
    """Something went wrong; ``kind`` says what, in a word that is the same in every language.

    ``str(error)`` is one line: file, line and column where they are known, then the message.
    """

    #: The kind: ``invalid_input``, ``not_found``, ``already_exists``, ``corrupt``, ``conflict``,
    #: ``unsupported``, ``unavailable`` or ``internal``.
    kind: str = "internal"
    #: The message without its place.
    message: str
    #: The file the error is about, or ``None``.
    file: str | None
    #: The line in the file, from 1, or ``None``.
    line: int | None
    #: The column in the line, from 1, or ``None``.
    column: int | None
    #: What to do about it, or ``None``.
    hint: str | None

    def __init__(
        self,
        message: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return ": ".join([":".join(place), self.message] if place else [self.message])

    @staticmethod
    def of_kind(kind: str) -> type[MindSaveError]:
        """Return the class of a kind; :class:`InternalError` for a word that is none."""
        return _BY_KIND.get(kind, InternalError)


class InvalidInputError(MindSaveError, ValueError):
    """Something that was given cannot be used; the message names it."""

    kind = "invalid_input"


class NotFoundError(MindSaveError, LookupError):
    """The named thing does not exist."""

    kind = "not_found"


class AlreadyExistsError(MindSaveError):
    """The named thing exists and is not overwritten."""

    kind = "already_exists"


class CorruptError(MindSaveError):
    """A stored file cannot be read; ``file``, ``line`` and ``column`` say where."""

    kind = "corrupt"


class ConflictError(MindSaveError):
    """Somebody else changed the thing, or a choice is needed."""

    kind = "conflict"


class UnsupportedError(MindSaveError):
    """This cannot be done here."""

    kind = "unsupported"


class UnavailableError(MindSaveError):
    """The medium refused: a full disk, a read-only folder, a lock held too long."""

    kind = "unavailable"


class InternalError(MindSaveError):
    """A defect of mindsave."""

    kind = "internal"


_BY_KIND: dict[str, type[MindSaveError]] = {
    error.kind: error
    for error in (
        InvalidInputError,
        NotFoundError,
        AlreadyExistsError,
        CorruptError,
        ConflictError,
        UnsupportedError,
        UnavailableError,
        InternalError,
    )
}
