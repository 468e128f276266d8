"""Keeps the working state of coding agents, and gives it back.

>>> from mindsave import compress_layer2
>>> compress_layer2(["no tailwind", "use css variables"])["symbolic"]["theme_system"]["strategy"]
'css_variables_only'

:class:`MindSave` opens a workspace: it saves and loads checkpoints of a task, and warns before an
action that failed already. :class:`ConstraintCompressor` makes rules short without losing any.
The files, the answers and the errors are those of the program ``mindsave``, byte for byte.
"""

from ._errors import (
    AlreadyExistsError,
    ConflictError,
    CorruptError,
    InternalError,
    InvalidInputError,
    MindSaveError,
    NotFoundError,
    UnavailableError,
    UnsupportedError,
)
from ._native import (
    ConstraintCompressor,
    Decision,
    Failure,
    FailureGraph,
    MindSave,
    Snapshot,
    Task,
    __version__,
    check,
    compress_layer2,
    decompress,
    extract,
    find_similar_constraints,
)

__all__ = [
    "AlreadyExistsError",
    "ConflictError",
    "ConstraintCompressor",
    "CorruptError",
    "Decision",
    "Failure",
    "FailureGraph",
    "InternalError",
    "InvalidInputError",
    "MindSave",
    "MindSaveError",
    "NotFoundError",
    "Snapshot",
    "Task",
    "UnavailableError",
    "UnsupportedError",
    "__version__",
    "check",
    "compress_layer2",
    "decompress",
    "extract",
    "find_similar_constraints",
]
