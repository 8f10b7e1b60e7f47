"""An RTSP server that others wrote (GStreamer's), for tests of our client.

Prints its port, then one line for each session that is opened or closed. Serves /h264, /bframes, /both (with
sound), /sound and /udp (no TCP). With the environment variables AUTH (basic or digest), RTSP_USER and RTSP_PASSWORD it
asks for them. With --check it only says whether all that it needs is installed.
"""

import os
import sys


def fail(reason):
    print(reason)
    sys.exit(3)


try:
    import gi

    gi.require_version("Gst", "1.0")
    gi.require_version("GstRtsp", "1.0")
    gi.require_version("GstRtspServer", "1.0")
    from gi.repository import GLib, Gst, GstRtsp, GstRtspServer
except (ImportError, ValueError) as error:
    fail(str(error))

Gst.init(None)
for element in ("videotestsrc", "x264enc", "rtph264pay", "audiotestsrc", "alawenc", "rtppcmapay"):
    if Gst.ElementFactory.find(element) is None:
        fail(f"the GStreamer element {element} is missing")
if "--check" in sys.argv:
    sys.exit(0)

PICTURE = "videotestsrc is-live=true pattern=ball ! video/x-raw,width=642,height=362,framerate=25/1"
H264 = "x264enc key-int-max=25 bitrate=800 speed-preset=ultrafast"
PAY = "rtph264pay name=pay0 pt=96 config-interval=-1"

STREAMS = {
    "/h264": f"( {PICTURE} ! {H264} tune=zerolatency ! {PAY} )",
    "/bframes": f"( {PICTURE} ! x264enc key-int-max=25 bitrate=800 bframes=3 b-adapt=false b-pyramid=true rc-lookahead=5 ! video/x-h264,profile=high ! {PAY} )",
    "/both": f"( {PICTURE} ! {H264} tune=zerolatency ! {PAY} audiotestsrc is-live=true ! audioconvert ! audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay name=pay1 pt=8 )",
    "/sound": "( audiotestsrc is-live=true ! audioconvert ! alawenc ! rtppcmapay name=pay0 pt=8 )",
    "/udp": f"( {PICTURE} ! {H264} tune=zerolatency ! {PAY} )",
}


def require_login(server, scheme):
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    user, password = os.environ["RTSP_USER"], os.environ["RTSP_PASSWORD"]
    if scheme == "digest":
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(user, password, token)
    else:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.BASIC)
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    server.set_auth(auth)


def add_streams(server, scheme):
    mounts = server.get_mount_points()
    for path, launch in STREAMS.items():
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch(launch)
        factory.set_shared(True)
        if path == "/udp":
            factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
        if scheme is not None:
            factory.add_role_from_structure(role())
        mounts.add_factory(path, factory)


def role():
    structure = Gst.Structure.new_empty("viewer")
    structure.set_value("media.factory.access", True)
    structure.set_value("media.factory.construct", True)
    return structure


def report_sessions(server):
    def report(_client, session):
        print("session", flush=True)

    def connected(_server, client):
        client.connect("new-session", report)
        client.connect("closed", lambda _client: print("closed", flush=True))
        client.connect("teardown-request", lambda _client, _context: print("teardown", flush=True))

    server.connect("client-connected", connected)


def main():
    scheme = os.environ.get("AUTH")
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service("0")
    if scheme is not None:
        require_login(server, scheme)
    add_streams(server, scheme)
    report_sessions(server)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    # The test's end is ours: standard input closes when it goes, however it goes.
    GLib.io_add_watch(0, GLib.IO_HUP, lambda *_: os._exit(0))
    GLib.MainLoop().run()


main()
