"""Addresses of the pages of accounts."""

from django.urls import URLPattern, URLResolver, path

from procurement.accounts.views import account, audit, sign_in, tokens, users

app_name = "accounts"
urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", sign_in.SignInPage.as_view(), name="login"),
    path("sign-out/", sign_in.SignOutPage.as_view(), name="logout"),
    path("language/", sign_in.LanguagePage.as_view(), name="language"),
    path("account/", account.AccountPage.as_view(), name="account"),
    path("account/password/", account.PasswordPage.as_view(), name="password"),
    path("account/tokens/", tokens.TokenListPage.as_view(), name="token-list"),
    path(
        "account/tokens/<uuid:uuid>/revoke/",
        tokens.TokenRevokePage.as_view(),
        name="token-revoke",
    ),
    path("administration/audit/", audit.AuditPage.as_view(), name="audit-list"),
    path(
        "administration/audit/chain/",
        audit.AuditChainFile.as_view(),
        name="audit-chain",
    ),
    path("administration/users/", users.UserListPage.as_view(), name="user-list"),
    path(
        "administration/users/new/",
        users.UserCreatePage.as_view(),
        name="user-create",
    ),
    path(
        "administration/users/<uuid:uuid>/",
        users.UserPage.as_view(),
        name="user-detail",
    ),
    path(
        "administration/users/<uuid:uuid>/activity/",
        users.UserActivityPage.as_view(),
        name="user-activity",
    ),
    path(
        "administration/users/<uuid:uuid>/password/",
        users.UserPasswordPage.as_view(),
        name="user-password",
    ),
]
