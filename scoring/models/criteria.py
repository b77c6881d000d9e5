"""Criteria, in versions that copy rows under a stable key."""

from decimal import Decimal
from typing import TYPE_CHECKING, override

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from procurement.languages import CHINESE, reader_language
from scoring.models.evaluations import Evaluation

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from scoring.models.weightings import Weighting


def in_language(english: str, chinese: str) -> str:
    """Choose the text of the reader's language; the English where Chinese is empty."""
    return chinese if chinese and reader_language() == CHINESE else english


def no_anchors() -> list[str]:
    """Five empty anchors, for the scores 1 to 5."""
    return ["", "", "", "", ""]


class CriteriaVersion(models.Model):
    """One version of the requirements of an evaluation; locked ones never change."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="criteria_versions"
    )
    number = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=250, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    locked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["evaluation", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "number"], name="criteria_version_number_once"
            )
        ]

    if TYPE_CHECKING:
        weightings: "RelatedManager[Weighting]"

    @override
    def __str__(self) -> str:
        return f"{self.evaluation} v{self.number}"

    @property
    def is_locked(self) -> bool:
        """Whether it can no longer change."""
        return self.locked_at is not None


class Dimension(models.Model):
    """A first-level group; its weight is the sum of its criteria."""

    version = models.ForeignKey(
        CriteriaVersion, models.CASCADE, related_name="dimensions"
    )
    key = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField()
    name_en = models.CharField(_("name"), max_length=160)
    name_zh = models.CharField(_("name in Chinese"), max_length=160, blank=True)

    class Meta:
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "key"], name="dimension_key_once_per_version"
            )
        ]

    if TYPE_CHECKING:
        criteria: "RelatedManager[Criterion]"

    @override
    def __str__(self) -> str:
        return f"{self.key} {self.name_en}"

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return in_language(self.name_en, self.name_zh)


class Criterion(models.Model):
    """A leaf: weight in points of 100, perspective, kind and how it is scored."""

    class Kind(models.TextChoices):
        """Who scores it and how."""

        RUBRIC = "rubric", _("rubric 1–5")
        CURVE = "curve", _("curve from data")
        PRICE = "price", _("price formula")
        KNOCK_OUT = "knock_out", _("knock-out")

    class Perspective(models.TextChoices):
        """The three axes of every result."""

        TECHNICAL = "technical", _("technical")
        COMMERCIAL = "commercial", _("commercial")
        RISK = "risk", _("risk")

    class Scale(models.TextChoices):
        """How a curve runs between its points."""

        LINEAR = "linear", _("linear")
        LOGARITHMIC = "log", _("logarithmic")

    version = models.ForeignKey(
        CriteriaVersion, models.CASCADE, related_name="criteria"
    )
    dimension = models.ForeignKey(
        Dimension,
        models.CASCADE,
        related_name="criteria",
        null=True,
        blank=True,
        help_text=_("none for a knock-out"),
    )
    key = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField()
    name_en = models.CharField(_("name"), max_length=200)
    name_zh = models.CharField(_("name in Chinese"), max_length=200, blank=True)
    help_en = models.TextField(_("what it asks"), blank=True)
    help_zh = models.TextField(_("what it asks, in Chinese"), blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.RUBRIC)
    perspective = models.CharField(
        _("perspective"),
        max_length=12,
        choices=Perspective,
        default=Perspective.TECHNICAL,
    )
    weight = models.DecimalField(
        _("weight, points of 100"),
        max_digits=7,
        decimal_places=4,
        default=Decimal(0),
        validators=[MinValueValidator(0), MaxValueValidator(100)],
    )
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    metric = models.CharField(_("metric"), max_length=80, blank=True)
    score_1_at = models.DecimalField(
        _("score 1 at"), max_digits=20, decimal_places=6, null=True, blank=True
    )
    score_5_at = models.DecimalField(
        _("score 5 at"), max_digits=20, decimal_places=6, null=True, blank=True
    )
    scale = models.CharField(
        _("scale"), max_length=10, choices=Scale, default=Scale.LINEAR
    )
    middle = models.JSONField(
        _("middle points"),
        default=list,
        blank=True,
        help_text=_("pairs of value and score between 1 and 5, as decimal strings"),
    )
    is_required = models.BooleanField(_("required datum"), default=True)
    anchors_en = ArrayField(
        models.TextField(blank=True),
        size=5,
        default=no_anchors,
        verbose_name=_("anchors"),
    )
    anchors_zh = ArrayField(
        models.TextField(blank=True),
        size=5,
        default=no_anchors,
        verbose_name=_("anchors in Chinese"),
    )

    class Meta:
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "key"], name="criterion_key_once_per_version"
            ),
            models.UniqueConstraint(
                fields=["version"],
                condition=models.Q(kind="price"),
                name="criterion_price_at_most_once",
            ),
            models.CheckConstraint(
                condition=models.Q(weight__gte=0, weight__lte=100),
                name="criterion_weight_within_100",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="knock_out") | models.Q(weight=0),
                name="criterion_knock_out_without_weight",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="curve")
                | (
                    models.Q(score_1_at__isnull=False, score_5_at__isnull=False)
                    & ~models.Q(score_1_at=models.F("score_5_at"))
                ),
                name="criterion_curve_has_two_points",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.key} {self.name_en}"

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return in_language(self.name_en, self.name_zh)

    @property
    def has_weight(self) -> bool:
        """Whether it takes part in the 100 points; a knock-out does not."""
        return self.kind != self.Kind.KNOCK_OUT

    @property
    def middle_points(self) -> list[tuple[Decimal, Decimal]]:
        """The middle points of its curve: value and score."""
        return [(Decimal(value), Decimal(score)) for value, score in self.middle]

    @property
    def help(self) -> str:
        """What it asks, in the reader's language."""
        return in_language(self.help_en, self.help_zh)

    @property
    def anchors(self) -> list[str]:
        """The written anchors of 1 to 5 in the reader's language."""
        pairs = zip(self.anchors_en, self.anchors_zh, strict=True)
        return [in_language(english, chinese) for english, chinese in pairs]

    @property
    def scored_anchors(self) -> list[tuple[int, str]]:
        """The anchors with their scores, the best first."""
        return list(enumerate(self.anchors, start=1))[::-1]
