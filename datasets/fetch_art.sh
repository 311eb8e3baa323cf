#!/bin/sh
# Fetch the card art, the table textures and the fonts that the training scenes are drawn from, and cut the decks
# into faces under datasets/art/ (git-ignored). Only Debian 12 and npm packages, in the versions named here.
# Needs: apt-get with a Debian 12 source, npm, rsvg-convert (package librsvg2-bin), and a Python with PyQt6,
# numpy and OpenCV given as $PYTHON. Nothing is installed into the system: packages are unpacked under
# datasets/cache/.
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}
root=cache/root
mkdir -p cache/deb cache/npm "$root" art

# package                 licence
debian='
gnome-cards-data          GPL-3+
aisleriot                 GPL-3+
kdegames-card-data-kf5    GPL-2+/LGPL-2+/GPL-3+
ufoai-textures            CC-BY-SA-3.0/GPL-2+_per_file
billard-gl-data           GPL-2+
fonts-dejavu-core         Bitstream-Vera
fonts-dejavu-extra        Bitstream-Vera
fonts-liberation2         OFL-1.1
fonts-freefont-ttf        GPL-3+_font_exception
fonts-linuxlibertine      OFL-1.1
fonts-clear-sans          Apache-2.0
fonts-urw-base35          AGPL-3_font_exception
fonts-texgyre             GFL
fonts-roboto-slab         Apache-2.0
fonts-crosextra-caladea   Apache-2.0
fonts-crosextra-carlito   OFL-1.1
fonts-lato                OFL-1.1
fonts-bebas-neue          OFL-1.1
fonts-oldstandard         OFL-1.1
fonts-gfs-didot           OFL-1.1
fonts-courier-prime       OFL-1.1
fonts-league-spartan      OFL-1.1
fonts-dosis               OFL-1.1
fonts-inter               OFL-1.1
'
# package                                       version  licence
npm_packages='
@heruka_urgyen/react-playing-cards              0.5.0    MIT,art:CC0-1.0
cardsJS                                         1.1.1    MIT,art:LGPL-3.0
svg-cards                                       4.0.2    LGPL-2.1
@younestouati/playing-cards-standard-deck       3.0.0    LGPL-3.0
'

echo "$debian" | while read -r name licence; do
  [ -n "$name" ] || continue
  if ! ls cache/deb/"$name"_*.deb >/dev/null 2>&1; then
    (cd cache/deb && apt-get download "$name")
  fi
  dpkg -x cache/deb/"$name"_*.deb "$root"
  echo "$name ($licence)"
done
echo "$npm_packages" | while read -r name version licence; do
  [ -n "$name" ] || continue
  directory=cache/npm/$(basename "$name")
  if [ ! -d "$directory" ]; then
    archive=$(cd cache/npm && npm pack --silent "$name@$version")
    mkdir -p "$directory"
    tar -xzf "cache/npm/$archive" -C "$directory" --strip-components=1
  fi
  echo "$name $version ($licence)"
done

cd ..
"$PYTHON" -m datasets.cut_decks --packages "datasets/$root" --npm datasets/cache/npm --out datasets/art
