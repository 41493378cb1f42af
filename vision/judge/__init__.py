"""Judgement: compares what was seen with what the game knows and answers with one proposal."""

from vision.judge.decide import propose
from vision.judge.evidence import Evidence, Sight, evidence_of, merged
from vision.judge.illegal import Breach
from vision.judge.proposal import Blocked, Difference, Kind, Proposal, Remark, Status

__all__ = [
    "Blocked",
    "Breach",
    "Difference",
    "Evidence",
    "Kind",
    "Proposal",
    "Remark",
    "Sight",
    "Status",
    "evidence_of",
    "merged",
    "propose",
]
