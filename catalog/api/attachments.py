"""What the API tells of the files beside a vendor or a quote."""

from django.db.models import QuerySet
from rest_framework import serializers

from catalog.models import Attachment
from procurement.api.listing import Row

COLUMNS = ("file_name", "kind", "size_bytes", "sha256", "scan", "added_at")


class AttachmentSerializer(serializers.Serializer[Row]):
    """A file by its name, content and hash; the bytes are saved from the pages."""

    id = serializers.UUIDField()
    file_name = serializers.CharField()
    kind = serializers.CharField(help_text="As the content says.")
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    scan = serializers.CharField(help_text="What the virus scanner said.")
    added_at = serializers.DateTimeField()
    added_by = serializers.CharField()


def attached(rows: QuerySet[Attachment]) -> list[Row]:
    """The files, the newest first."""
    read = rows.order_by("-added_at", "-id").values("uuid", "added_by__name", *COLUMNS)
    return [
        {
            "id": str(row["uuid"]),
            **{name: row[name] for name in COLUMNS},
            "added_by": row["added_by__name"],
        }
        for row in read
    ]
