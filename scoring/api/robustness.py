"""How firm a ranking is, as REST shows it."""

from rest_framework import serializers

from procurement.api.listing import Row


class StandingsSerializer(serializers.Serializer[Row]):
    """A ranking: who wins, the order, the totals in that order."""

    winners = serializers.ListField(child=serializers.CharField())
    order = serializers.ListField(child=serializers.CharField())
    totals = serializers.ListField(child=serializers.CharField())


class IntervalSerializer(serializers.Serializer[Row]):
    """Where a weight keeps the first by points first; parts of 1, ends included."""

    node = serializers.CharField()
    is_dimension = serializers.BooleanField()
    weight = serializers.CharField()
    low = serializers.CharField(allow_null=True)
    high = serializers.CharField(allow_null=True)
    shown_low = serializers.CharField(allow_null=True, help_text="Per cent, inwards.")
    shown_high = serializers.CharField(allow_null=True, help_text="Per cent, inwards.")
    first_below = serializers.ListField(child=serializers.CharField())
    first_above = serializers.ListField(child=serializers.CharField())


class LeafWeightSerializer(serializers.Serializer[Row]):
    """A criterion and its weight as a part of 1."""

    leaf = serializers.CharField()
    weight = serializers.CharField()


class SmallestChangeSerializer(serializers.Serializer[Row]):
    """The least weight to move before a rival is first; null where nothing does."""

    rival = serializers.UUIDField()
    moved = serializers.CharField(allow_null=True)
    weights = LeafWeightSerializer(many=True)


class AbsenceSerializer(serializers.Serializer[Row]):
    """The ranking without one candidate, evaluator or criterion."""

    kind = serializers.CharField()
    key = serializers.CharField()
    standings = StandingsSerializer()
    change = serializers.CharField()


class ComparedRuleSerializer(serializers.Serializer[Row]):
    """A price formula with its anchors."""

    formula = serializers.CharField()
    range_low = serializers.CharField(allow_null=True)
    range_high = serializers.CharField(allow_null=True)
    log_base = serializers.CharField(allow_null=True)
    benchmark = serializers.CharField(allow_null=True)


class OtherFormulaSerializer(serializers.Serializer[Row]):
    """The ranking with the same scores and another price formula."""

    rule = ComparedRuleSerializer()
    is_locked = serializers.BooleanField()
    standings = StandingsSerializer()
    change = serializers.CharField()
    floor_binds = serializers.BooleanField()


class OpinionSerializer(serializers.Serializer[Row]):
    """What another method says of the same matrix."""

    method = serializers.CharField()
    candidates = serializers.ListField(child=serializers.UUIDField())
    scores = serializers.ListField(child=serializers.CharField())
    ranks = serializers.ListField(child=serializers.IntegerField())
    first = serializers.ListField(child=serializers.UUIDField())
    compromise = serializers.ListField(child=serializers.UUIDField())
    has_advantage = serializers.BooleanField(allow_null=True)
    is_stable = serializers.BooleanField(allow_null=True)


class TradeSerializer(serializers.Serializer[Row]):
    """Quality points without the price criterion, and the price."""

    candidate = serializers.UUIDField()
    quality = serializers.CharField()
    price = serializers.CharField()
    is_on_front = serializers.BooleanField()


class TradeOffSerializer(serializers.Serializer[Row]):
    """Quality against price, and the most quality there can be."""

    most = serializers.CharField()
    trades = TradeSerializer(many=True)


class ChanceSerializer(serializers.Serializer[Row]):
    """The chance of each rank, and its margin of 95 %."""

    candidate = serializers.UUIDField()
    ranks = serializers.ListField(child=serializers.CharField())
    margins = serializers.ListField(child=serializers.CharField())


class SimulationSerializer(serializers.Serializer[Row]):
    """The chances and all that replays them."""

    seed = serializers.IntegerField()
    draws = serializers.IntegerField()
    concentration = serializers.IntegerField()
    numpy_version = serializers.CharField()
    method_version = serializers.CharField()
    chances = ChanceSerializer(many=True)


class RobustnessSerializer(serializers.Serializer[Row]):
    """All checks of a result; numbers as text."""

    version = serializers.CharField()
    leader = serializers.UUIDField(allow_null=True)
    standings = StandingsSerializer()
    intervals = IntervalSerializer(many=True)
    changes = SmallestChangeSerializer(many=True)
    absences = AbsenceSerializer(many=True)
    formulas = OtherFormulaSerializer(many=True)
    opinions = OpinionSerializer(many=True)
    trade_off = TradeOffSerializer()
    simulation = SimulationSerializer(allow_null=True)
