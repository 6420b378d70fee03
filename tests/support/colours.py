"""Colours as eyes see them: contrast, and how far apart two look to the colour-blind."""

Rgb = tuple[float, float, float]  # linear, 0 to 1

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISION: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "typical": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}


def linear(colour: str) -> Rgb:
    """From "#1d4f86"."""
    r, g, b = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return channel(r), channel(g), channel(b)


def channel(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG, 1 to 21."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    return weigh((0.2126, 0.7152, 0.0722), linear(colour))


def distance(one: str, other: str, vision: str = "typical") -> float:
    """In OKLab, times 100: below 2 two colours look the same, from 10 on they clearly differ."""
    pairs = zip(lab(seen(one, vision)), lab(seen(other, vision)), strict=True)
    return 100 * sum((a - b) ** 2 for a, b in pairs) ** 0.5


def seen(colour: str, vision: str) -> Rgb:
    r, g, b = (min(max(weigh(row, linear(colour)), 0), 1) for row in VISION[vision])
    return r, g, b


def lab(colour: Rgb) -> Rgb:
    """OKLab (Ottosson 2020)."""
    long, medium, short = (
        weigh(row, colour) ** (1 / 3)
        for row in (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        )
    )
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def weigh(row: Rgb, colour: Rgb) -> float:
    return sum(weight * part for weight, part in zip(row, colour, strict=True))
