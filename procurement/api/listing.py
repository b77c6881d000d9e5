"""Lists: a projection of columns, shaped, paged, without model instances."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.core.exceptions import ImproperlyConfigured
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from procurement.api.endpoints import Endpoint
from procurement.api.pagination import LARGEST_PAGE, StablePagination

type Row = dict[str, Any]

KNOWN = frozenset({"cursor", "page_size", "format"})


class ListEndpoint(Endpoint):
    """A list; ``columns`` are read, ``shape`` makes the answer of one row.

    ``filters`` maps a query parameter to the look-up that it asks; any other
    parameter is refused.
    """

    columns: ClassVar[tuple[str, ...]] = ()
    filters: ClassVar[Mapping[str, str]] = {}

    def rows(self) -> QuerySet[Any]:
        """What the person may see."""
        message = f"{type(self).__name__} lists nothing."
        raise ImproperlyConfigured(message)

    def shape(self, row: Row) -> Row:
        """The answer of one row."""
        return row

    def listed(self, request: Request) -> Response:
        """One page of the list."""
        queryset = self.rows().filter(**self._asked(request)).values(*self._read())
        pages = StablePagination()
        page = pages.paginate_queryset(queryset, request, self) or []
        return Response(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [self.shape(row) for row in page],
            }
        )

    def _read(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(["uuid", *self.columns]))

    def _asked(self, request: Request) -> Row:
        unknown = sorted(set(request.query_params) - KNOWN - set(self.filters))
        if unknown:
            message = f"Unknown parameters: {', '.join(unknown)}."
            raise exceptions.ParseError(message)
        repeated = [name for name, each in request.query_params.lists() if each[1:]]
        if repeated:
            message = f"Repeated parameters: {', '.join(sorted(repeated))}."
            raise exceptions.ParseError(message)
        return {
            self.filters[name]: value
            for name, value in request.query_params.items()
            if name in self.filters
        }


def list_parameters(*filters: str) -> list[OpenApiParameter]:
    """The documented parameters of a list: its filters and those of every page."""
    size = OpenApiParameter(
        "page_size", int, description=f"1 to {LARGEST_PAGE} rows; 50 unless asked."
    )
    cursor = OpenApiParameter(
        "cursor", description="From the links `next` and `previous`."
    )
    return [*(OpenApiParameter(name) for name in filters), size, cursor]


def page_of(serializer: type[serializers.Serializer[Any]]) -> Any:  # noqa: ANN401  # an inline serializer class
    """The documented form of a page of such rows."""
    name = serializer.__name__.removesuffix("Serializer")
    return inline_serializer(
        name=f"{name}Page",
        fields={
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer(many=True),
        },
    )
