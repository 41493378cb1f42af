"""The doctor: what is known of this machine, judged, and the report to send."""
