"""The only writers of the judgement."""
