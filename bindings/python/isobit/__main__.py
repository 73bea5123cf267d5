def main():
    raise SystemExit("isobit")
