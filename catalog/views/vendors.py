"""Vendors: the list, one vendor with all that is known, and the editors' forms."""

from typing import Any, ClassVar, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.forms.vendors import (
    DepotForm,
    RiskFlagForm,
    ServiceLevelForm,
    VendorFilters,
    VendorForm,
)
from catalog.models import Depot, OnsiteTime, Vendor
from catalog.selectors.attachments import vendor_files
from catalog.selectors.ordering import alphabetical
from catalog.selectors.vendor_contacts import contacts_of
from catalog.selectors.vendor_merges import alias_of
from catalog.selectors.vendors import (
    flag_counts,
    level_tables,
    listed_vendors,
    vendor_quotes,
    vendor_run_sets,
)
from catalog.services.quotes import note_price_reading
from catalog.services.vendors import (
    create_vendor,
    edit_vendor,
    remove_depot,
    save_depot,
    save_risk_flag,
    save_service_level,
)
from procurement.form_pages import FormPage
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

ROWS = 50
RUN_SETS = 20


class VendorListPage(Page):
    """Every vendor with what matters at a glance."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/vendors/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = VendorFilters(self.request.GET)
        pages = Paginator(filters.found(listed_vendors(self.user)), ROWS)
        return {
            "filters": filters,
            "page_obj": pages.get_page(self.request.GET.get("page")),
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
        }


class VendorBase(Page):
    """A page of one vendor."""

    action = Action.VIEW_CATALOGUE

    @cached_property
    def vendor(self) -> Vendor:
        """The vendor of the address."""
        return get_object_or_404(Vendor, slug=self.kwargs["slug"])

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"vendor": self.vendor}


class VendorDetailPage(VendorBase):
    """Service, quotes, measurements, risks and depots of one vendor."""

    template_name = "catalog/vendors/detail.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        """Show the vendor, or lead on to the one that it was merged into."""
        try:
            return super().get(request, **kwargs)
        except Http404:
            alias = alias_of(kwargs["slug"])
            if alias is None:
                raise
            return redirect(
                "catalog:vendor-detail", slug=alias.vendor.slug, permanent=True
            )

    @override
    def content(self) -> dict[str, Any]:
        quotes = vendor_quotes(self.vendor, self.user)
        for quote in quotes:
            if quote.total is not None:
                note_price_reading(
                    by=self.user, tender=quote.tender, path=self.request.path
                )
        levels, flags = level_tables(self.vendor), list(self.vendor.risk_flags.all())
        run_sets = list(vendor_run_sets(self.vendor, self.user)[:RUN_SETS])
        depots = list(
            self.vendor.depots.order_by("hours_to_site", alphabetical("city"), "id")
        )
        return super().content() | {
            "quotes": quotes,
            "levels": levels,
            "tiers": [tier.label for tier in OnsiteTime.CityTier],
            "best": min(
                (table.hours[0] for table in levels if table.hours[0] is not None),
                default=None,
            ),
            "depots": depots,
            "nearest": depots[0] if depots else None,
            "contacts": contacts_of(self.vendor, self.user),
            "attachments": vendor_files(self.vendor, self.user),
            "aliases": self.vendor.aliases.order_by(alphabetical("name"), "id"),
            "flags": flags,
            "flag_counts": flag_counts(flags),
            "run_sets": run_sets,
            "own_run": next((one for one in run_sets if one.is_official), None),
            "makers": self.vendor.manufacturers.order_by(alphabetical("name"), "id"),
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
        }


class VendorCreatePage(FormPage):
    """A new vendor."""

    action = Action.EDIT_CATALOGUE
    template_name = "catalog/vendors/create.html"
    form_class = VendorForm

    @override
    def act(self, form: VendorForm) -> HttpResponse:
        makers = list(form.cleaned_data["manufacturers"])
        vendor = create_vendor(by=self.user, values=form.values, makers=makers)
        messages.success(self.request, _("The vendor is in the catalogue."))
        return redirect("catalog:vendor-detail", slug=vendor.slug)


class VendorEditPage(FormPage, VendorBase):
    """The vendor's own form, and what belongs to the vendor."""

    action = Action.EDIT_CATALOGUE
    template_name = "catalog/vendors/edit.html"
    form_class = VendorForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        # A fresh copy: binding writes into the instance before the service decides.
        return {"instance": Vendor.objects.get(pk=self.vendor.pk)}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "levels": self.vendor.service_levels.order_by(alphabetical("name"), "id"),
            "depots": self.vendor.depots.order_by(alphabetical("city"), "id"),
            "contacts": contacts_of(self.vendor, self.user),
            "flags": self.vendor.risk_flags.order_by("-raised_on", "id"),
        }

    @override
    def act(self, form: VendorForm) -> HttpResponse:
        makers = list(form.cleaned_data["manufacturers"])
        edit_vendor(by=self.user, vendor=self.vendor, values=form.values, makers=makers)
        messages.success(self.request, _("Saved."))
        return redirect("catalog:vendor-detail", slug=self.vendor.slug)


class VendorPartPage(FormPage, VendorBase):
    """A form for a new or a stored part of a vendor; ``parts`` names the relation."""

    action = Action.EDIT_CATALOGUE
    template_name = "catalog/vendors/part.html"
    parts: ClassVar[str] = ""
    title: ClassVar[StrOrPromise] = ""
    is_wide: ClassVar[bool] = False

    @cached_property
    def part(self) -> Any:  # noqa: ANN401  # a service level, a depot or a flag
        """The stored part, or None for a new one."""
        if "uuid" not in self.kwargs:
            return None
        return get_object_or_404(
            getattr(self.vendor, self.parts), uuid=self.kwargs["uuid"]
        )

    @override
    def form_arguments(self) -> dict[str, Any]:
        if self.part is None:
            return {}
        return {"instance": type(self.part).objects.get(pk=self.part.pk)}

    @override
    def content(self) -> dict[str, Any]:
        words = {"title": self.title, "part": self.part, "is_wide": self.is_wide}
        return super().content() | words

    def save(self, form: Any) -> None:  # noqa: ANN401  # each page knows its own form
        """Call the service."""
        raise NotImplementedError

    @override
    def act(self, form: ModelForm[Any]) -> HttpResponse:
        self.save(form)
        messages.success(self.request, _("Saved."))
        return redirect("catalog:vendor-edit", slug=self.vendor.slug)


class ServiceLevelPage(VendorPartPage):
    """A service level."""

    form_class = ServiceLevelForm
    parts = "service_levels"
    title = gettext_lazy("Service level")
    is_wide = True

    @override
    def save(self, form: ServiceLevelForm) -> None:
        save_service_level(
            by=self.user,
            vendor=self.vendor,
            values=form.values,
            hours=form.hours,
            level=self.part,
        )


class DepotPage(VendorPartPage):
    """A depot."""

    form_class = DepotForm
    parts = "depots"
    title = gettext_lazy("Depot")

    @override
    def save(self, form: DepotForm) -> None:
        save_depot(
            by=self.user, vendor=self.vendor, values=form.values, depot=self.part
        )


class DepotRemovePage(VendorBase):
    """Takes a depot away."""

    action = Action.EDIT_CATALOGUE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Remove it."""
        depot = get_object_or_404(Depot, vendor=self.vendor, uuid=kwargs["uuid"])
        remove_depot(by=self.user, depot=depot)
        messages.success(request, _("The depot is removed."))
        return redirect("catalog:vendor-edit", slug=self.vendor.slug)


class RiskFlagPage(VendorPartPage):
    """A risk flag."""

    form_class = RiskFlagForm
    parts = "risk_flags"
    title = gettext_lazy("Risk flag")

    @override
    def save(self, form: RiskFlagForm) -> None:
        save_risk_flag(
            by=self.user, vendor=self.vendor, values=form.values, flag=self.part
        )
