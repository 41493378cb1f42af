"""Judgement: compares what was seen with what the game knows and answers with one proposal."""

from vision.reconcile.evidence import Evidence, Sight, evidence_of, merged
from vision.reconcile.judge import propose
from vision.reconcile.proposal import Difference, Proposal, Status

__all__ = [
    "Difference",
    "Evidence",
    "Proposal",
    "Sight",
    "Status",
    "evidence_of",
    "merged",
    "propose",
]
