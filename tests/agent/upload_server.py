"""A real HTTP server on this machine that keeps what agents send."""

import contextlib
import hashlib
import json
import socketserver
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Uploads(ThreadingHTTPServer):
    """Answers uploads as the site does; `answers` come first, one a request."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = []
        self.requests = []
        self.known = {}
        self.states = []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Uploads

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, dict(self.headers), body))
        if self.server.answers:
            self.give(*self.server.answers.pop(0))
            return
        digest = hashlib.sha256(body).hexdigest()
        status = 200 if digest in self.server.known else 201
        upload = self.server.known.setdefault(digest, f"id-{len(self.server.known)}")
        state = {"id": upload, "status": "queued", "sha256": digest, "run_sets": []}
        self.give(status, {**state, "url": f"/uploads/{upload}/"})

    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers), b""))
        state = self.server.states.pop(0) if self.server.states else "done"
        upload = self.path.rstrip("/").rpartition("/")[2]
        detail = "No file was readable." if state == "failed" else None
        self.give(200, {"id": upload, "status": state, "detail": detail})

    def give(self, status, content, headers=()):
        if status is None:  # the line is dropped
            self.close_connection = True
            self.connection.close()
            return
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Keep the output of the tests clean."""


@contextlib.contextmanager
def serving():
    server = Uploads()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Impatient(socketserver.BaseRequestHandler):
    """Answers 401 after the headers and hangs up, without reading the body."""

    def handle(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.request.recv(4096)
        body = b'{"detail": "This token is not known."}'
        head = f"HTTP/1.1 401 Unauthorized\r\nContent-Length: {len(body)}\r\n\r\n"
        self.request.sendall(head.encode() + body)


class Listener(socketserver.TCPServer):
    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextlib.contextmanager
def refusing_at_once():
    with Listener(("127.0.0.1", 0), Impatient) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
