"""How large a playing card is, in millimetres (poker size)."""

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0
AS_TALL = 1.28
"""Cards on one table are as tall in the picture as each other within this factor."""
