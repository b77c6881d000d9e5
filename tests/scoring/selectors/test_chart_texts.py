from scoring.selectors.chart_texts import chart_label, chart_text


def test_signs_of_html_stay_signs():
    assert chart_text("R&D <b>8×</b> H100") == "R&amp;D &lt;b&gt;8×&lt;/b&gt; H100"


def test_a_long_name_is_broken_between_words():
    assert chart_label("Supermicro 821GE & support") == (
        "Supermicro 821GE &amp;<br>support"
    )
