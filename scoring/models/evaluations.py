"""The judgement of one tender: workload, conventions, price formula, tie-break rule."""

from decimal import Decimal
from typing import TYPE_CHECKING, Self, override

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from catalog.models import Tender

if TYPE_CHECKING:
    from procurement.permissions import Principal

TIE_BREAKS = ["lower_price", "higher_technical", "earlier_submission"]


def default_tie_breaks() -> list[str]:
    """The house chain for exact ties."""
    return list(TIE_BREAKS)


class EvaluationQuerySet(models.QuerySet["Evaluation"]):
    """Evaluations, by who may know of them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those whose tender the person may know of."""
        return self.filter(tender__in=Tender.objects.visible_to(user))


class Evaluation(models.Model):
    """How one tender is judged; one-to-one with it."""

    class Timing(models.TextChoices):
        """When running costs fall inside a year."""

        END_OF_YEAR = "end_of_year", _("end of year")
        MID_YEAR = "mid_year", _("middle of year")

    class PriceBasis(models.TextChoices):
        """What the price criterion looks at."""

        NPV_PER_GPU = "npv_per_gpu", _("TCO per GPU (NPV)")
        NPV_TOTAL = "npv_total", _("TCO (NPV)")
        QUOTED_NET = "quoted_net", _("quoted net price")

    class PriceFormula(models.TextChoices):
        """How a price becomes a share."""

        LOW_BID = "low_bid", _("low-bid")
        FIXED_RANGE = "fixed_range", _("fixed range")
        LOG = "log", _("log")

    class ShareRule(models.TextChoices):
        """How a rubric cell becomes a share."""

        OF_RANGE = "share_of_range", _("share of range: (cell − 1) / 4")
        OF_MAXIMUM = "share_of_maximum", _("share of maximum: cell / 5")

    class Renormalisation(models.TextChoices):
        """Who takes over the weight of a criterion that does not apply."""

        ALL = "all", _("all remaining criteria")
        DIMENSION = "dimension", _("the remaining criteria of the dimension")

    tender = models.OneToOneField(Tender, models.CASCADE, related_name="evaluation")
    workload = models.CharField(_("workload"), max_length=250, blank=True)
    model_parameters_billion = models.DecimalField(
        _("model size, billion parameters"),
        max_digits=10,
        decimal_places=3,
        null=True,
        blank=True,
    )
    training_tokens_billion = models.DecimalField(
        _("training tokens, billion"),
        max_digits=12,
        decimal_places=3,
        null=True,
        blank=True,
    )
    precision = models.CharField(_("precision"), max_length=20, blank=True)
    growth_12_months = models.DecimalField(
        _("growth in 12 months"),
        max_digits=6,
        decimal_places=3,
        null=True,
        blank=True,
        help_text=_("a fraction: 0.5 is 50 %"),
    )
    rack_power_kilowatts = models.DecimalField(
        _("power per rack, kW"), max_digits=7, decimal_places=2, null=True, blank=True
    )
    horizon_years = models.PositiveSmallIntegerField(
        _("horizon, years"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(10)],
    )
    timing = models.CharField(
        _("running costs at"), max_length=12, choices=Timing, default=Timing.END_OF_YEAR
    )
    price_basis = models.CharField(
        _("evaluated price"),
        max_length=20,
        choices=PriceBasis,
        default=PriceBasis.NPV_PER_GPU,
    )
    price_formula = models.CharField(
        _("price formula"),
        max_length=20,
        choices=PriceFormula,
        default=PriceFormula.LOW_BID,
    )
    price_low = models.DecimalField(
        _("fixed range from"), max_digits=18, decimal_places=2, null=True, blank=True
    )
    price_high = models.DecimalField(
        _("fixed range to"), max_digits=18, decimal_places=2, null=True, blank=True
    )
    price_log_base = models.DecimalField(
        _("log base A"), max_digits=8, decimal_places=4, null=True, blank=True
    )
    share_rule = models.CharField(
        _("share rule"), max_length=20, choices=ShareRule, default=ShareRule.OF_RANGE
    )
    renormalisation = models.CharField(
        _("weight of what does not apply goes to"),
        max_length=10,
        choices=Renormalisation,
        default=Renormalisation.ALL,
    )
    spread_limit = models.DecimalField(
        _("moderate above a spread of"),
        max_digits=5,
        decimal_places=4,
        default=Decimal("0.40"),
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    quorum = models.PositiveSmallIntegerField(
        _("scores that a cell needs"), default=2, validators=[MinValueValidator(1)]
    )
    tie_breaks = ArrayField(models.CharField(max_length=40), default=default_tie_breaks)
    template_key = models.CharField(max_length=40, default="five_dimensions")

    objects = EvaluationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(price_formula="fixed_range")
                | models.Q(
                    price_low__isnull=False,
                    price_high__isnull=False,
                    price_high__gt=models.F("price_low"),
                ),
                name="evaluation_fixed_range_has_both_ends",
            ),
            models.CheckConstraint(
                condition=~models.Q(price_formula="log")
                | models.Q(price_log_base__isnull=False, price_log_base__gt=1),
                name="evaluation_log_base_above_one",
            ),
            models.CheckConstraint(
                condition=models.Q(horizon_years__gte=1, horizon_years__lte=10),
                name="evaluation_horizon_one_to_ten_years",
            ),
        ]

    @override
    def __str__(self) -> str:
        return str(self.tender)
