"""As much of the W3C WebDriver protocol as the tests need, over chromedriver."""
import base64
import json
import shutil
import subprocess
import sys
import urllib.error
import urllib.request

SKIPPED = 77
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def find_browser():
    """The paths of chromium and chromedriver; leaves the test as skipped where one is missing."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        print("SKIPPED: no Chromium or no chromedriver; install chromium and chromium-driver", file=sys.stderr)
        sys.exit(SKIPPED)
    return browser, driver


class Browser:
    """A headless Chromium that can reach nothing but files."""

    def __init__(self, dark=False, width=1250, height=1400):
        browser, driver = find_browser()
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if "successfully on port" in line:
                self.address = f"http://127.0.0.1:{line.rstrip().rstrip('.').split()[-1]}"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--lang=en", "--hide-scrollbars"] + (["--force-dark-mode"] if dark else [])
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                  "goog:chromeOptions": {"binary": browser, "args": arguments}}
        self.session = None
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = answer["sessionId"]

    def ask(self, method, path, body=None):
        where = self.address + (f"/session/{self.session}" if self.session else "") + path
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(where, data, {"Content-Type": "application/json"}, method=method)
        # Not through a proxy that the environment may name.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
            return json.loads(answer.read())["value"]

    def open(self, path):
        self.ask("POST", "/url", {"url": path.resolve().as_uri()})

    def script(self, text, *arguments):
        return self.ask("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def find(self, selector):
        return self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click")

    def press(self, selector, key):
        self.ask("POST", f"/element/{self.find(selector)}/value", {"text": key})

    def clear(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/clear")
        self.script("arguments[0].dispatchEvent(new Event('input'))", {ELEMENT: self.find(selector)})

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def requests(self):
        """The addresses of everything the page asked for."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def screenshot(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def resize(self, width, height=900):
        """The page's own size, narrower than a window can be."""
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride",
                                               "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})
        self.script("return new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")

    def prefer(self, scheme):
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia",
                                               "params": {"features": [{"name": "prefers-color-scheme", "value": scheme}]}})

    def close(self):
        try:
            self.ask("DELETE", "")
        except (OSError, urllib.error.URLError):
            pass
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
