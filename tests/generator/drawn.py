"""The bundled games and their faces as usually printed, read and drawn once for all tests that look at them."""

from functools import cache

from generator.faces.faces import Faces
from specs.load import load
from specs.model.document import Document


@cache
def document_of(name: str) -> Document:
    return load(name)


@cache
def faces_of(name: str) -> Faces:
    return Faces(document_of(name))
