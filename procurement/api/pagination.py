"""Pages of lists, by signed cursor."""

from typing import Any, override

from django.core import signing
from django.utils.http import urlencode
from rest_framework import exceptions
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

LARGEST_PAGE = 200
SALT = "procurement.api.cursor"


class StablePagination(CursorPagination):
    """Pages by cursor in a total order, so nothing is skipped or seen twice.

    The cursor is signed for its list, filters and person; another's, or a changed
    one, is refused.
    """

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = LARGEST_PAGE
    ordering = "uuid"

    @override
    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        self._owner = _owner_of(request)
        return super().paginate_queryset(queryset, request, view)

    @override
    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not asked.isascii() or not asked.isdecimal() or not int(asked[:9]) > 0:
            message = "page_size must be a whole number above 0."
            raise exceptions.ParseError(message)
        return min(int(asked[:9]), LARGEST_PAGE)

    @override
    def decode_cursor(self, request: Request) -> Cursor | None:
        encoded = request.query_params.get(self.cursor_query_param)
        if encoded is None:
            return None
        try:
            offset, is_reverse, position = signing.loads(
                encoded, salt=SALT + self._owner
            )
        except signing.BadSignature as error:
            message = "The cursor belongs to another list or was changed."
            raise exceptions.ParseError(message) from error
        return Cursor(offset=offset, reverse=is_reverse, position=position)

    @override
    def encode_cursor(self, cursor: Cursor) -> str:
        value = [cursor.offset, cursor.reverse, cursor.position]
        signed = signing.dumps(value, salt=SALT + self._owner, compress=True)
        base, name = str(self.base_url), self.cursor_query_param
        return str(replace_query_param(base, name, signed))


def _owner_of(request: Request) -> str:
    """Whose cursor it is: the list as it was filtered, and the person."""
    asked = [(name, str(value)) for name, value in request.query_params.items()]
    filters = sorted(pair for pair in asked if pair[0] not in {"cursor", "page_size"})
    person = getattr(request.user, "uuid", "")
    return f"{request.path}|{urlencode(filters)}|{person}"
