"""The figures of `sepmosa bench`, one file per part of the product."""
