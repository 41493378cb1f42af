"""Every limit that decides about something seen: one file for each room of `vision`, in the order
in which a picture passes them. Each says what it was measured on; a change is measured again.
"""
