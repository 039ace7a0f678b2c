#!/bin/sh
# Starts it.
cd /srv/app || exit 1
exec ./server --port 80
