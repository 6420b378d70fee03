{% load i18n scores %}
<div class="asks">
  <fieldset class="ask" aria-describedby="say-winner">
    <legend>{{ form.winner.label }}</legend>
    <div class="say" id="say-winner">{% include "entry/_field_errors.html" with field=form.winner %}</div>
    <div class="choices seats">
      {% for choice in form.winner %}
      <label class="choice">
        {{ choice.tag }}
        <span>
          {% token forloop.counter0 choice.choice_label %}
          <span class="name {{ choice.choice_label|word_size }}">{{ choice.choice_label }}</span>
        </span>
      </label>
      {% endfor %}
    </div>
  </fieldset>
  <fieldset class="ask" aria-describedby="say-points">
    <legend>
      <label for="id_points">{{ form.points.label }}</label>
    </legend>
    <div class="say" id="say-points">{% include "entry/_field_errors.html" with field=form.points %}</div>
    <input id="id_points" name="points" inputmode="numeric" autocomplete="off" aria-describedby="say-points"
      value="{{ form.points.value|default_if_none:"" }}"{% if form.points.errors %} aria-invalid="true"{% endif %}>
  </fieldset>
</div>
{% include "entry/_entry_bar.html" %}
