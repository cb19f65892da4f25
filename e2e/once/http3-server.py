"""The HTTP/3 side of a service for tests: what it does is told by the first part of the path.

reset and close read the request whole and then fail; everything else is answered. Arguments: the
port, the certificate's file, the key's file. A line on standard input is answered with how often
each path has arrived, as JSON.
"""

import asyncio
import json
import sys

from aioquic.asyncio import serve
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, ErrorCode, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ProtocolNegotiated

arrivals = {}


class Service(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = None
        self.paths = {}

    def quic_event_received(self, event):
        if isinstance(event, ProtocolNegotiated):
            self.http = H3Connection(self._quic)
        if self.http is None:
            return
        for heard in self.http.handle_event(event):
            if isinstance(heard, HeadersReceived):
                self.paths[heard.stream_id] = dict(heard.headers)[b":path"].decode()
            if isinstance(heard, (HeadersReceived, DataReceived)) and heard.stream_ended:
                self.arrived(heard.stream_id, self.paths[heard.stream_id])

    def arrived(self, stream_id, path):
        arrivals[path] = arrivals.get(path, 0) + 1
        what = path.split("/")[1]
        if what == "reset":
            self._quic.reset_stream(stream_id, ErrorCode.H3_INTERNAL_ERROR)
        elif what == "close":
            self._quic.close(error_code=ErrorCode.H3_NO_ERROR, reason_phrase="it restarts")
        else:
            self.http.send_headers(stream_id, [(b":status", b"200")])
            self.http.send_data(stream_id, b"{}", end_stream=True)
        self.transmit()


async def main():
    port, certificate, key = sys.argv[1:]
    configuration = QuicConfiguration(alpn_protocols=H3_ALPN, is_client=False)
    configuration.load_cert_chain(certificate, key)
    await serve("127.0.0.1", int(port), configuration=configuration, create_protocol=Service)
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(arrivals), flush=True)


asyncio.run(main())
