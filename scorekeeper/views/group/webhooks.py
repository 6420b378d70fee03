"""The webhooks of a group, for hosts: one to add, or one with its settings and its last answer."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import group_or_404
from scorekeeper.forms.webhooks import WebhookForm
from scorekeeper.models import Format, Group, Problem, Role, Webhook
from scorekeeper.web.addresses import site_address
from scorekeeper.web.cookies import cookie_options
from scorekeeper.web.requests import Request
from scorekeeper.webhooks.changes import (
    MOST,
    TooManyWebhooks,
    begin_test,
    change_webhook,
    create_webhook,
    delete_webhook,
    must_wait_for_test,
    renew_secret,
    switch,
)
from scorekeeper.webhooks.messages import message_of_test
from scorekeeper.webhooks.signing import secret_of
from scorekeeper.webhooks.tasks import deliver_test

COOKIE, COOKIE_AGE = "new-secret", 600  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request, pk: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    form = WebhookForm(data=request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return form_page(request, group, form)
    try:
        webhook = create_webhook(group, site_address(request), form.cleaned_data)
    except TooManyWebhooks:
        most = gettext("This group has %(most)s of these already. Delete one first.")
        form.add_error(None, most % {"most": MOST})
        return form_page(request, group, form)
    return page_with_secret(webhook)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhook(request: Request, pk: int, webhook_pk: int) -> HttpResponse:
    group, webhook = group_and_webhook(request, pk, webhook_pk)
    form = WebhookForm(webhook, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return form_page(request, group, form, webhook)
    change_webhook(webhook, site_address(request), form.cleaned_data)
    return redirect("webhook", pk, webhook_pk)


def form_page(
    request: Request, group: Group, form: WebhookForm, webhook: Webhook | None = None
) -> HttpResponse:
    secret = new_secret(request, webhook) if webhook else ""
    context = {
        "group": group,
        "form": form,
        "webhook": webhook,
        "signed": webhook and webhook.format == Format.STANDARD,
        "secret": secret,
        "must_wait": webhook and not webhook.is_testing and must_wait_for_test(group.pk),
        "problem": Problem(webhook.problem).label if webhook and webhook.problem else "",
    }
    status = 422 if form.is_bound else 200
    response = render(request, "exchange/webhook.html", context, status=status)
    if secret:
        response.delete_cookie(COOKIE, path=request.path, samesite="Lax")
    return response


def page_with_secret(webhook: Webhook) -> HttpResponse:
    """Open its page, which then shows the secret once.

    The cookie that asks for it is signed, and does not contain the secret.
    """
    address = reverse("webhook", args=[webhook.group_id, webhook.pk])
    response = redirect(address)
    options = cookie_options(COOKIE_AGE)
    response.set_signed_cookie(COOKIE, webhook.nonce, path=address, **options)
    return response


def new_secret(request: Request, webhook: Webhook) -> str:
    """The secret, if this device just made it."""
    nonce = request.get_signed_cookie(COOKIE, "", max_age=COOKIE_AGE) or ""
    return secret_of(webhook) if constant_time_compare(nonce, webhook.nonce) else ""


@require_POST
def renew(request: Request, pk: int, webhook_pk: int) -> HttpResponse:
    _group, webhook = group_and_webhook(request, pk, webhook_pk)
    renew_secret(webhook)
    return page_with_secret(webhook)


@require_POST
def test(request: Request, pk: int, webhook_pk: int) -> HttpResponse:
    """Send a message that says hello, unless the group must wait. Its page shows the answer."""
    _group, webhook = group_and_webhook(request, pk, webhook_pk)
    if begin_test(webhook):
        deliver_test.enqueue(webhook.pk, f"msg_{uuid4().hex}", message_of_test(webhook))
    return redirect(reverse("webhook", args=[pk, webhook_pk]) + "#last")


@require_POST
def switch_on_or_off(request: Request, pk: int, webhook_pk: int) -> HttpResponse:
    _group, webhook = group_and_webhook(request, pk, webhook_pk)
    switch(webhook, on="on" in request.POST)
    return redirect("webhook", pk, webhook_pk)


@require_POST
def delete(request: Request, pk: int, webhook_pk: int) -> HttpResponse:
    """Delete a webhook, after asking again: this cannot be undone."""
    group, webhook = group_and_webhook(request, pk, webhook_pk)
    if "sure" not in request.POST:
        return render(request, "exchange/delete_webhook.html", {"group": group, "webhook": webhook})
    delete_webhook(webhook)
    return redirect("exchange", pk)


def group_and_webhook(request: Request, pk: int, webhook_pk: int) -> tuple[Group, Webhook]:
    group = group_or_404(request, pk, Role.HOST)
    return group, get_object_or_404(group.webhooks.select_related("group"), pk=webhook_pk)
