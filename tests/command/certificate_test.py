"""verify against a second implementation of everything it computes."""
import unittest

import certificate
from support import CommandTest


class CertificateTest(CommandTest):
    def test_certificate(self):
        """What every instruction set and thread count computes is what the definitions say."""
        expected = list(certificate.groups())
        status, output, _ = self.run_command("verify", "--list")
        self.assertEqual(status, 0)
        self.assertEqual([tuple(line.split()) for line in output.splitlines()], expected)
        whole = certificate.certificate(expected)
        status, output, _ = self.run_command("verify", "--threads", 3)
        self.assertEqual(status, 0, output)
        self.assertIn(f"certificate {whole}\n", output)
        self.assertNotIn("WRONG", output)


if __name__ == "__main__":
    unittest.main()
