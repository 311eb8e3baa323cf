"""How large a playing card is, in millimetres (poker size)."""

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0
