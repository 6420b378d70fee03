<fieldset class="ask{% if form.errors %} refused{% endif %}">
  <legend>
    <label for="id_target">{{ form.target.label }}</label>
  </legend>
  {% for error in form.target.errors %}
  <p class="error" id="target-error">{{ error }}</p>
  {% endfor %}
  <input id="id_target" name="target" inputmode="numeric" autocomplete="off"
    value="{{ form.target.value|default_if_none:"" }}"
    {% if form.target.errors %}aria-invalid="true" aria-describedby="target-error"{% endif %}>
</fieldset>
