"""Pages of lists, by cursor."""

from rest_framework.pagination import CursorPagination


class StablePagination(CursorPagination):
    """Pages by cursor in a total order, so nothing is skipped or seen twice."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = "id"
