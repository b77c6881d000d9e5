// API documentation: draws Swagger UI; what is tried out carries the session and the forms' secret.
const place = document.querySelector("#documentation");
const page = document.documentElement;

globalThis.SwaggerUIBundle({
  url: place.dataset.url,
  domNode: place,
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  requestInterceptor: (request) => {
    if (!["GET", "HEAD", undefined].includes(request.method)) request.headers["X-CSRFToken"] = place.dataset.csrf;
    return request;
  },
});

// Swagger UI names its dark theme by a class
const follow = () => page.classList.toggle("dark-mode", page.dataset.bsTheme === "dark");
new MutationObserver(follow).observe(page, { attributeFilter: ["data-bs-theme"] });
follow();
