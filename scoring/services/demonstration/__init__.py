"""The demonstration: invented people, vendors and two evaluations of one story.

All of it is written by the services that people's own work goes through, so that
permissions, rules and audit hold. The story's dates are moved so that its day is
today; what has an own clock is told the story's time: when a quote came in.
"""
